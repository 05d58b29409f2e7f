#if SQLite
import CSQLite
import StageFloor
import StagecraftTableLists
import Synchronization
import Testing

@testable import StagecraftSQLiteStore

/// A database of another program, with a connection of that program.
final class Library: Sendable {
  let folder: TemporaryFolder
  let path: String
  private let handle: Mutex<Handle>

  private struct Handle: @unchecked Sendable {  // guard: the mutex around it
    var pointer: OpaquePointer?
  }

  static let orders = """
    CREATE TABLE orders(id INTEGER PRIMARY KEY, reader TEXT, title TEXT, state INTEGER);
    INSERT INTO orders VALUES (1, 'Ada', 'Momo', 0), (2, 'Bo', 'Emil', 0), (3, 'Cy', 'Heidi', 1);
    """

  init(_ sql: String = orders) throws {
    folder = try TemporaryFolder()
    path = folder["library.sqlite"]
    var opened: OpaquePointer?
    try #require(sqlite3_open(path, &opened) == SQLITE_OK)
    // The connections of tables may write at the same time.
    sqlite3_busy_timeout(opened, 30_000)
    handle = Mutex(Handle(pointer: opened))
    try run(sql)
  }

  deinit { handle.withLock { _ = sqlite3_close_v2($0.pointer) } }

  var tables: SQLiteTables { SQLiteTables(path) }

  func tables(timeout: Duration = .seconds(5), keptChanges: Int = 100_000) -> SQLiteTables {
    SQLiteTables(
      path, TableLimits(timeout: timeout.wholeNanoseconds, keptChanges: keptChanges))
  }

  func open(_ table: String = "orders", by order: TableOrder...) async throws -> any FollowedTable {
    try await tables.open(TableRequest(table: table, order: order))
  }

  func run(_ sql: String) throws {
    let message: String? = handle.withLock { handle in
      guard sqlite3_exec(handle.pointer, sql, nil, nil, nil) != SQLITE_OK else { return nil }
      return String(cString: sqlite3_errmsg(handle.pointer))
    }
    if let message { throw LibraryError(message: message) }
  }

  /// Adds a collation that other connections do not have.
  func addCollation(_ name: String) throws {
    let result = handle.withLock { handle in
      sqlite3_create_collation_v2(
        handle.pointer, name, SQLITE_UTF8, nil, { _, count, _, other, _ in count - other }, nil)
    }
    try #require(result == SQLITE_OK)
  }

  /// Lets the connection leave the write-ahead log when it is the last to be closed.
  func keepLog() {
    handle.withLock { handle in
      var one: Int32 = 1
      sqlite3_file_control(handle.pointer, "main", SQLITE_FCNTL_PERSIST_WAL, &one)
    }
  }

  /// Closes the connection of the other program.
  func disconnect() {
    handle.withLock { handle in
      _ = sqlite3_close_v2(handle.pointer)
      handle.pointer = nil
    }
  }

  /// The rows of a query, as text.
  func rows(_ sql: String) throws -> [String] {
    try handle.withLock { handle in
      var statement: OpaquePointer?
      try #require(sqlite3_prepare_v2(handle.pointer, sql, -1, &statement, nil) == SQLITE_OK)
      defer { sqlite3_finalize(statement) }
      var rows: [String] = []
      while sqlite3_step(statement) == SQLITE_ROW {
        let texts = (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "null"
        }
        rows.append(texts.joined(separator: "|"))
      }
      return rows
    }
  }
}

struct LibraryError: Error { var message: String }

/// A table as a list would have it: all rows by key, kept up to date by changes alone.
struct Copy {
  let table: any FollowedTable
  var rows: [TableValue: TableRecord] = [:]
  var position: TablePosition

  init(_ table: any FollowedTable) async throws {
    self.table = table
    (rows, position) = try await Self.all(table)
  }

  static func all(
    _ table: any FollowedTable, inBatchesOf count: Int = 2
  ) async throws -> ([TableValue: TableRecord], TablePosition) {
    let (records, position) = try await table.all(inBatchesOf: count)
    let pairs = records.map { ($0.values[table.keyColumn], $0) }
    return (Dictionary(pairs) { one, _ in one }, position)
  }

  enum Update: Equatable {
    case changed(written: Set<TableValue>, removed: Set<TableValue>)
    case unknown
  }

  /// Applies the changes, and says what they were.
  mutating func catchUp() async throws -> Update {
    switch try await table.changes(since: position) {
    case .unknown:
      (rows, position) = try await Self.all(table)
      return .unknown
    case .changed(let written, let removed, let position):
      for row in written { rows[row.values[table.keyColumn]] = row }
      for key in removed { rows[key] = nil }
      self.position = position
      return .changed(
        written: Set(written.map { $0.values[table.keyColumn] }), removed: Set(removed))
    }
  }

  /// Whether it equals the table.
  func isExact() async throws -> Bool { try await rows == Self.all(table).0 }
}

extension FollowedTable {
  func all(inBatchesOf count: Int = 100) async throws -> ([TableRecord], TablePosition) {
    let batches = Mutex<[[TableRecord]]>([])
    let position = try await readAll(inBatchesOf: count) { batch in
      batches.withLock { $0.append(batch) }
    }
    return (batches.withLock { $0.flatMap(\.self) }, position)
  }
}

extension Copy.Update {
  static func changed(_ written: Int64..., removed: [Int64] = []) -> Copy.Update {
    .changed(
      written: Set(written.map { .integer($0) }), removed: Set(removed.map { .integer($0) }))
  }
}

/// The error of an operation on tables that must fail.
func tableFailure(_ body: () async throws -> some Any) async -> TableError? {
  do {
    let value = try await body()
    Issue.record("It did not fail: \(value)")
    return nil
  } catch let error as TableError {
    return error
  } catch {
    Issue.record("It failed with \(error).")
    return nil
  }
}
#endif
