internal import StageFloor
internal import StagecraftLists

/// A list of the rows of a database table, which follows all commits, of any process.
///
/// The desk of the City Library shows the orders of a database, to which other desks write:
///
/// ```swift
/// let orders = try await TableList<Order>("orders", at: database)
/// let mine = orders.list.filtered { $0.reader == reader }
///
/// try await orders.update(order.id) { $0.state = .ready }
/// ```
///
/// - **Exactly the commits.** The list shows the state of the table after whole commits, one after
///   the other, never a part of one. A transition stands for one commit or for several.
/// - **Own edits.** After an edit returns, the list shows it, unless it is stale.
/// - **Failures.** If the table cannot be read, or a row cannot be decoded, the list keeps the rows
///   of its last state, and ``state`` says so. It tries again by itself.
/// - **Cost.** All rows are in memory. A changed row costs O(log *n*).
/// - The list follows the table until ``close()``, or until this object, its ``list``, the lists
///   derived from it and each ``PendingEdit`` are released.
public final class TableList<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
  let core: TableCore<Row>
  /// The column with the position of each row, if they are in an order of the user's.
  let positionColumn: String?

  /// The rows, in their order.
  public let list: TableRows<Row>

  init(_ core: TableCore<Row>, positionColumn: String?) {
    self.core = core
    self.positionColumn = positionColumn
    list = TableRows(core.list, follower: core)
  }

  /// Opens a table and reads its rows.
  ///
  /// - Parameters:
  ///   - table: The name of the table; with a schema, `schema.table`.
  ///   - store: The database.
  ///   - format: How rows are read and written.
  ///   - order: The order of the rows; by default, that of the keys.
  ///   - clock: The clock for pauses.
  /// - Throws: ``TableError``. If the calling task is cancelled, the store may end the wait with one
  ///   that says so; nothing stays open.
  public convenience init(
    _ table: String, at store: any TableStore, format: TableRowFormat<Row>,
    orderedBy order: TableRowOrder = .key, clock: any Clock<Duration> = ContinuousClock()
  ) async throws(TableError) {
    let followed = try await store.open(TableRequest(table: table, order: order.columns))
    do throws(TableError) {
      let core = try await TableCore(
        table, followed, format: format, order: RowOrder(columns: order.columns), clock: clock)
      core.start()
      self.init(core, positionColumn: order.positionColumn)
    } catch {
      await followed.close()
      throw error
    }
  }

  /// The name of the table.
  package var name: String { core.name }

  /// Whether the list shows the table as it is.
  public var state: TableState { core.states.current }

  /// Follows ``state``: the present state, then each new one.
  ///
  /// - Returns: The states. One that is read late is the newest. The stream ends with `closed`.
  public func states() -> AsyncStream<TableState> { core.states.follow() }

  /// Reads what was committed before this call.
  ///
  /// It is needed only if you have heard of a commit before the list has, such as by a message of
  /// another process.
  ///
  /// - Throws: The ``TableError`` for which the table could not be read, or `CancellationError` if the
  ///   calling task is cancelled, which leaves the reading alone.
  public func catchUp() async throws { try waited(await core.catchUp()) }

  func waited(_ wait: TableCore<Row>.Wait) throws {
    switch wait {
    case .finished: return
    case .failed(let error): throw error
    case .cancelled: throw CancellationError()
    case .closed: throw core.closedError
    }
  }

  /// Ends following.
  ///
  /// The list keeps the rows that it shows; edits of ``updateNow(_:_:)`` that are not written are
  /// taken back. Waiting calls end. After this call, the list does not change any more: it waits for
  /// the end of an edit that is being written. It may be called again; cancelling the calling task
  /// does not end it early.
  public func close() async { await core.close() }
}

extension TableList where Row: Codable, Row.ID: Codable {
  /// Opens a table and reads its rows, whose properties are columns.
  ///
  /// - Parameters:
  ///   - table: The name of the table; with a schema, `schema.table`.
  ///   - store: The database.
  ///   - order: The order of the rows; by default, that of the keys.
  ///   - clock: The clock for pauses.
  /// - Throws: ``TableError``.
  public convenience init(
    _ table: String, at store: any TableStore, orderedBy order: TableRowOrder = .key,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(TableError) {
    try await self.init(table, at: store, format: .codable, orderedBy: order, clock: clock)
  }
}

extension TableCore {
  var closedError: TableError {
    TableError(.closed, "The list of table “\(name)” was closed; open another one.")
  }
}
