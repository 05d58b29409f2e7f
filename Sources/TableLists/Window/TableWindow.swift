internal import StageFloor
internal import StagecraftLists

/// The rows of a part of a table, for a list that is too long for memory.
///
/// A list of all loans of fifty years has millions of rows, of which a screen shows some dozens. A
/// window has the rows around one of them, follows the table like a ``TableList``, and lets the rows
/// go that are scrolled away:
///
/// ```swift
/// let loans = try await TableList<Loan>.window(
///   of: "loans", at: database, orderedBy: .columns(TableOrder("day")), around: today, count: 200)
/// let observation = loans.list.observe { transition in table.show(transition) }
///
/// // … when the user has scrolled near the end of the rows:
/// try await loans.show(around: lastVisible)
/// ```
///
/// - The rows are read by one query, so they are always of one state of the table, and a change is
///   shown as exact changes.
/// - ``counts`` has the numbers of rows before and after, for placeholders.
/// - ``TableList/state`` of ``rows`` is `loading` until the rows that were asked for last are shown.
/// - Rows in an order of the user's can be moved between rows of the window.
/// - The cost depends on the number of rows of the window, on the number of changes, and, if rows are
///   counted, on how fast the database counts: turn it off for tables of many millions of rows.
public final class TableWindow<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
  /// The rows of the window, which can be edited as those of a list; edits find rows of the window
  /// only.
  public let rows: TableList<Row>
  private let scope: WindowScope

  init(_ rows: TableList<Row>, _ scope: WindowScope) {
    self.rows = rows
    self.scope = scope
  }

  /// The rows of the window, in their order.
  public var list: TableRows<Row> { rows.list }

  /// The numbers of rows before and after those of the window; nil if rows are not counted.
  public var counts: TableWindowCounts? { scope.counts.current }

  /// Follows ``counts``: the present ones, then the new ones after each change.
  ///
  /// - Returns: The counts. Those that are read late are the newest.
  public func countChanges() -> AsyncStream<TableWindowCounts?> { scope.counts.follow() }

  /// Shows the rows around a row.
  ///
  /// Rows that both windows have stay in the list; those that are too far away are let go.
  ///
  /// - Parameter id: The id of the row, which need not be shown at present.
  /// - Throws: ``TableError/Code/key`` if there is no such row; the window is then unchanged. Another
  ///   ``TableError`` if the rows cannot be read. `CancellationError` if the calling task is cancelled
  ///   while it waits: the rows are shown all the same, when they have been read.
  public func show(around id: Row.ID) async throws {
    let key = try rows.core.makeCoder().key(of: id)
    guard try await scope.move(around: key, in: rows.core.table) else {
      throw rows.core.schema.noRow("\(id)")
    }
    try await read()
  }

  /// Shows the first rows.
  ///
  /// - Throws: ``TableError``, or `CancellationError`; see ``show(around:)``.
  public func showBeginning() async throws {
    scope.moveToBeginning()
    try await read()
  }

  /// Shows the last rows.
  ///
  /// - Throws: ``TableError``, or `CancellationError`; see ``show(around:)``.
  public func showEnd() async throws {
    try await scope.moveToEnd(in: rows.core.table)
    try await read()
  }

  private func read() async throws {
    try rows.waited(await rows.core.catchUp(all: true))
  }

  /// Ends following; see ``TableList/close()``.
  public func close() async { await rows.close() }
}

/// The numbers of rows outside a window.
public struct TableWindowCounts: Hashable, Sendable {
  /// How many rows come before those of the window.
  public var before: Int

  /// How many rows come after those of the window.
  public var after: Int
}

extension TableList {
  /// Opens a table and reads some of its rows.
  ///
  /// - Parameters:
  ///   - table: The name of the table; with a schema, `schema.table`.
  ///   - store: The database.
  ///   - format: How rows are read and written.
  ///   - order: The order of the rows; by default, that of the keys. An index of the database over
  ///     these columns, and the key, makes reading fast.
  ///   - conditions: Which rows belong to the list; all by default.
  ///   - id: The id of the row in whose surroundings the window is; by default, it is at the
  ///     beginning.
  ///   - count: How many rows the window has, at least 1.
  ///   - counting: Whether to count the rows before and after at each change.
  ///   - clock: The clock for pauses.
  /// - Returns: The window.
  /// - Throws: ``TableError``; with the code `key` if there is no row with this id. If the calling task
  ///   is cancelled, the store may end the wait with a ``TableError`` that says so; nothing stays open.
  public static func window(
    of table: String, at store: any TableStore, format: TableRowFormat<Row>,
    orderedBy order: TableRowOrder = .key, where conditions: [TableCondition] = [],
    around id: Row.ID? = nil, count: Int, counting: Bool = true,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(TableError) -> TableWindow<Row> {
    require(count > 0, "A window has at least 1 row, and not \(count).")
    let positionColumn = order.positionColumn
    let order = RowOrder(columns: order.columns)
    let scope = WindowScope(
      table, order: order, conditions: conditions, count: count, counting: counting)
    let followed = try await store.open(TableRequest(table: table, order: order.columns))
    do throws(TableError) {
      if let id {
        let schema = TableSchema(table, followed)
        let key = try RowCoder(format, for: schema).key(of: id)
        guard try await scope.move(around: key, in: followed) else { throw schema.noRow("\(id)") }
      }
      let core = try await TableCore(
        table, followed, format: format, order: order, window: scope, clock: clock)
      core.start()
      return TableWindow(TableList(core, positionColumn: positionColumn), scope)
    } catch {
      await followed.close()
      throw error
    }
  }
}

extension TableList where Row: Codable, Row.ID: Codable {
  /// Opens a table and reads some of its rows, whose properties are columns.
  ///
  /// - Parameters:
  ///   - table: The name of the table; with a schema, `schema.table`.
  ///   - store: The database.
  ///   - order: The order of the rows; by default, that of the keys.
  ///   - conditions: Which rows belong to the list; all by default.
  ///   - id: The id of the row in whose surroundings the window is; by default, it is at the
  ///     beginning.
  ///   - count: How many rows the window has, at least 1.
  ///   - counting: Whether to count the rows before and after at each change.
  ///   - clock: The clock for pauses.
  /// - Returns: The window.
  /// - Throws: ``TableError``; with the code `key` if there is no row with this id.
  public static func window(
    of table: String, at store: any TableStore, orderedBy order: TableRowOrder = .key,
    where conditions: [TableCondition] = [], around id: Row.ID? = nil, count: Int,
    counting: Bool = true, clock: any Clock<Duration> = ContinuousClock()
  ) async throws(TableError) -> TableWindow<Row> {
    try await window(
      of: table, at: store, format: .codable, orderedBy: order, where: conditions, around: id,
      count: count, counting: counting, clock: clock)
  }
}
