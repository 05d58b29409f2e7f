#if PostgreSQL || PostgresNIO
internal import StageFloor
internal import StagecraftTableLists
internal import StoreFloor

/// A table of a PostgreSQL database that a list follows.
final class PostgresTable: FollowedTable {
  struct State {
    var shape: PostgresTableShape
    var isClosed = false
    /// How many reads of changes in a row have taken too long.
    var slowReads = 0
    /// From where the changes were read last.
    var lastStart = ""
  }

  let tables: PostgresTablesCore
  let id: UInt64
  let request: TableRequest
  let state: Guarded<State>
  let signals: AsyncStream<Void>
  let continuation: AsyncStream<Void>.Continuation

  init(
    _ tables: PostgresTablesCore, id: UInt64, request: TableRequest, shape: PostgresTableShape
  ) {
    self.tables = tables
    self.id = id
    self.request = request
    state = Guarded(State(shape: shape))
    (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  deinit { _ = tables.submit(.unfollow(id: id)) }

  var columns: [TableColumn] {
    state.withLock { $0.shape }.columns.map { TableColumn($0.name, declaredType: $0.declaredType) }
  }

  var keyColumn: Int { state.withLock { $0.shape.key } }

  /// Where transactions can be prepared, other writers do not notify.
  var longestSilence: Duration? {
    let longest = tables.configuration.longestSilence
    return tables.server.canPrepareTransactions ? min(.milliseconds(250), longest) : longest
  }

  func close() async {
    state.withLock { $0.isClosed = true }
    _ = tables.submit(.unfollow(id: id))
  }

  func shape() throws(TableError) -> PostgresTableShape {
    let (shape, isClosed) = state.withLock { ($0.shape, $0.isClosed) }
    if isClosed {
      throw TableError(
        .closed, "Table \"\(request.table)\" was closed; open it again to go on.")
    }
    return shape
  }

  /// Reads again what the catalogs say, after the table was changed or created again.
  func reshape() async throws(TableError) {
    let old = try shape()
    let new = try await tables.describe(request)
    let isSame = new.relation == old.relation
    if isSame {
      // It is not added again after it was removed on purpose.
      guard try await tables.hasSchema() else { throw wasRemoved }
      let state = try await tables.write([.state(of: new.relation, since: nil)])[0].first
      if state?.values[0].text == nil { throw wasRemoved }
    }
    try await tables.prepare(new)
    state.withLock { $0.shape = new }
    if !isSame { _ = tables.submit(.moved(id: id, relation: new.relation)) }
  }

  private var wasRemoved: TableError {
    TableError(
      .cannotBeFollowed,
      """
      Table "\(request.table)" is not followed any more: its triggers and its log were removed. \
      Open it again.
      """)
  }
}
#endif
