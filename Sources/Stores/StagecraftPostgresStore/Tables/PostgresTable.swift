#if PostgreSQL
internal import StageFloor
internal import StagecraftTableLists
internal import StoreFloor

/// A table of a PostgreSQL database that a list follows.
final class PostgresTable: FollowedTable {
  struct State {
    var shape: PostgresTableShape
    var isClosed = false
  }

  let tables: PostgresTables
  let id: UInt64
  let request: TableRequest
  let state: Guarded<State>
  let signals: AsyncStream<Void>
  let continuation: AsyncStream<Void>.Continuation
  let longestSilence: Duration?

  init(
    _ tables: PostgresTables, id: UInt64, request: TableRequest, shape: PostgresTableShape,
    longestSilence: Duration
  ) {
    self.tables = tables
    self.id = id
    self.request = request
    self.longestSilence = longestSilence
    state = Guarded(State(shape: shape))
    (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  deinit { _ = tables.thread.submit(.unfollow(id: id)) }

  var columns: [TableColumn] {
    state.withLock { $0.shape }.columns.map { TableColumn($0.name, declaredType: $0.declaredType) }
  }

  var keyColumn: Int { state.withLock { $0.shape.key } }

  func close() async {
    state.withLock { $0.isClosed = true }
    tables.thread.submit(.unfollow(id: id))
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
      guard try await tables.schema().exists else { throw wasRemoved }
      let state = try await tables.write([.state(of: new.relation, since: nil)])[0].first
      if state?.values[0].text == nil { throw wasRemoved }
    }
    try await tables.prepare(new)
    state.withLock { $0.shape = new }
    if !isSame { tables.thread.submit(.moved(id: id, relation: new.relation)) }
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
