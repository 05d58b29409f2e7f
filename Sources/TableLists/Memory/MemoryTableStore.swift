internal import StageFloor

/// A database in the memory of this process, for tests and previews.
///
/// Several lists can follow its tables, as they would those of a database:
///
/// ```swift
/// let store = try MemoryTableStore("orders", rows: [Order(id: 1, title: "Momo", reader: "ada")])
/// let orders = try await TableList<Order>("orders", at: store)
/// ```
public final class MemoryTableStore: TableStore {
  struct State: Sendable {
    var tables: [String: MemoryTable] = [:]
    var followers: [UInt64: Follower] = [:]
    var lastFollower: UInt64 = 0
    var lastLog = 0
    /// For tests.
    var failure: TableError?
    var dropsSignals = false
    var windowReads = 0
  }

  struct Follower: Sendable {
    let table: String
    let signal: AsyncStream<Void>.Continuation
  }

  let state = Guarded(State())
  let logLimit: Int

  /// Creates a store without tables.
  ///
  /// - Parameter logLimit: How many changes of each table are kept. A list that has missed more reads
  ///   all rows again.
  public init(logLimit: Int = 100_000) { self.logLimit = logLimit }

  /// Creates a store with one table, whose columns are those of its first row.
  ///
  /// - Parameters:
  ///   - table: The name of the table.
  ///   - key: The name of the column with the primary key.
  ///   - rows: The rows, at least one.
  /// - Throws: ``TableError`` if a row cannot be encoded, or two have equal keys.
  public convenience init<Row: Codable & Identifiable & Sendable>(
    _ table: String, key: String = "id", rows: [Row]
  ) throws(TableError) where Row.ID: Codable & Sendable {
    self.init()
    let columns = rows.first.map { (try? RowEncoder().encode($0)) ?? [] } ?? []
    createTable(table, columns: columns.map { TableColumn($0.column) }, key: key)
    let memory = MemoryTable(columns: columns.map { TableColumn($0.column) }, key: key, log: "")
    let schema = TableSchema(table: table, columns: memory.columns, keyColumn: memory.keyColumn)
    var coder = try RowCoder(TableRowFormat<Row>.codable, for: schema)
    for row in rows {
      let edit = TableEdit.insert(try coder.checkedFields(of: row))
      if case .conflict = try write([edit], in: table) { throw schema.rowExists("\(row.id)") }
    }
  }

  /// Creates a table without rows; a table with this name is dropped before.
  ///
  /// - Parameters:
  ///   - table: The name of the table.
  ///   - columns: Its columns.
  ///   - key: The name of the column with the primary key, which is one of them.
  public func createTable(_ table: String, columns: [TableColumn], key: String) {
    require(
      columns.contains { $0.name == key },
      "Table “\(table)” has no column “\(key)”, which should be its primary key.")
    let signals = state.withLock { state in
      state.lastLog += 1
      state.tables[table] = MemoryTable(columns: columns, key: key, log: "\(state.lastLog)")
      return state.signals(for: table)
    }
    for signal in signals { signal.yield() }
  }

  /// Drops a table.
  ///
  /// - Parameter table: The name of the table.
  public func dropTable(_ table: String) {
    let signals = state.withLock { state in
      state.tables[table] = nil
      return state.signals(for: table)
    }
    for signal in signals { signal.yield() }
  }

  /// Makes edits in one transaction, as another process would.
  ///
  /// - Parameters:
  ///   - edits: The edits, in their order.
  ///   - table: The name of the table.
  /// - Returns: Whether they were committed.
  /// - Throws: ``TableError`` if there is no such table or column.
  @discardableResult
  public func write(
    _ edits: [TableEdit], in table: String
  ) throws(TableError) -> TableWriteResult {
    let (result, signals) = try state.withLock {
      state throws(TableError) -> (TableWriteResult, [AsyncStream<Void>.Continuation]) in
      if let failure = state.failure { throw failure }
      let result = try state.edit(table) { memory throws(TableError) in
        try memory.write(edits, table, logLimit: logLimit)
      }
      guard result == .written else { return (result, []) }
      return (result, state.signals(for: table))
    }
    for signal in signals { signal.yield() }
    return result
  }

  /// Returns the rows of a table, in the order of their keys.
  ///
  /// - Parameter table: The name of the table.
  /// - Returns: The rows.
  public func rows(of table: String) -> [TableRecord] {
    state.withLock { $0.tables[table]?.sorted(by: RowOrder(columns: [])) ?? [] }
  }

  /// Opens a table.
  ///
  /// - Parameter request: The table, and the order of its rows.
  /// - Returns: The table.
  /// - Throws: ``TableError`` if there is no such table or column.
  public func open(_ request: TableRequest) async throws(TableError) -> any FollowedTable {
    let (stream, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = try state.withLock { state throws(TableError) -> UInt64 in
      if let failure = state.failure { throw failure }
      let table = try state.table(request.table)
      for order in request.order { _ = try table.schema(request.table).position(of: order.column) }
      state.lastFollower += 1
      state.followers[state.lastFollower] = Follower(table: request.table, signal: signal)
      return state.lastFollower
    }
    return MemoryFollowedTable(self, request, number: number, signals: stream)
  }

  /// Does nothing: the store adds nothing to its tables.
  ///
  /// - Parameter table: The name of the table.
  /// - Throws: Nothing.
  public func remove(_ table: String) async throws(TableError) {}

  func end(_ follower: UInt64) {
    let signal = state.withLock { $0.followers.removeValue(forKey: follower)?.signal }
    signal?.finish()
  }
}

extension MemoryTableStore.State {
  func table(_ name: String) throws(TableError) -> MemoryTable {
    if let table = tables[name] { return table }
    throw TableError(.noSuchTable, "There is no table “\(name)”; create it.")
  }

  /// Edits a table in place, or not at all.
  mutating func edit<Result>(
    _ name: String, _ body: (inout MemoryTable) throws(TableError) -> Result
  ) throws(TableError) -> Result {
    var table = try table(name)
    tables[name] = nil
    let result: Result
    do throws(TableError) {
      result = try body(&table)
    } catch {
      tables[name] = table
      throw error
    }
    tables[name] = table
    return result
  }

  func signals(for table: String) -> [AsyncStream<Void>.Continuation] {
    dropsSignals ? [] : followers.values.filter { $0.table == table }.map(\.signal)
  }
}

// MARK: - For tests

extension MemoryTableStore {
  package func forgetChanges(of table: String) {
    state.withLock { $0.tables[table]?.forgetChanges() }
  }

  /// Every call fails with this error, until it is nil.
  package func fail(with error: TableError?) { state.withLock { $0.failure = error } }

  /// How often rows of a window were read.
  package var windowReads: Int { state.withLock { $0.windowReads } }

  package func dropSignals(_ areDropped: Bool = true) {
    state.withLock { $0.dropsSignals = areDropped }
  }
}
