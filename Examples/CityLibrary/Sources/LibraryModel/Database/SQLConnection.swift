import CLibrarySQLite

/// A connection for what lists of tables do not do: creating tables, and filling them at once.
final class SQLConnection {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  enum Value {
    case integer(Int)
    case real(Double)
    case text(String)
    case null
  }

  private var handle: OpaquePointer?

  init(_ path: String) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw failure }
    sqlite3_busy_timeout(handle, 30_000)
  }

  deinit { sqlite3_close(handle) }

  func run(_ script: String) throws {
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  /// Writes all in one transaction, or nothing.
  func transaction(_ body: () throws -> Void) throws {
    try run("BEGIN IMMEDIATE")
    do {
      try body()
      try run("COMMIT")
    } catch {
      try? run("ROLLBACK")
      throw error
    }
  }

  func hasTable(_ name: String) throws -> Bool {
    let statement = try prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?")
    defer { sqlite3_finalize(statement) }
    bind([.text(name)], to: statement)
    return sqlite3_step(statement) == SQLITE_ROW
  }

  /// The first column of a query's rows.
  func texts(_ query: String) throws -> [String] {
    let statement = try prepare(query)
    defer { sqlite3_finalize(statement) }
    var texts: [String] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        texts += sqlite3_column_text(statement, 0).map { [String(cString: $0)] } ?? []
      case SQLITE_DONE: return texts
      default: throw failure
      }
    }
  }

  /// Inserts rows, which have the values of all columns in their order.
  func insert(into table: String, _ rows: some Sequence<[Value]>) throws {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    for row in rows {
      if statement == nil {
        let marks = repeatElement("?", count: row.count).joined(separator: ", ")
        statement = try prepare("INSERT INTO \(table) VALUES (\(marks))")
      }
      bind(row, to: statement)
      guard sqlite3_step(statement) == SQLITE_DONE else { throw failure }
      sqlite3_reset(statement)
    }
  }

  private func prepare(_ sql: String) throws -> OpaquePointer? {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure }
    return statement
  }

  private func bind(_ values: [Value], to statement: OpaquePointer?) {
    /// SQLite copies the text.
    let isTransient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    for (number, value) in zip(Int32(1)..., values) {
      switch value {
      case .integer(let integer): sqlite3_bind_int64(statement, number, Int64(integer))
      case .real(let real): sqlite3_bind_double(statement, number, real)
      case .text(let text): sqlite3_bind_text(statement, number, text, -1, isTransient)
      case .null: sqlite3_bind_null(statement, number)
      }
    }
  }

  private var failure: Failure { Failure(description: String(cString: sqlite3_errmsg(handle))) }
}
