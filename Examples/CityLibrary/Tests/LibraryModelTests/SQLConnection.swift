import CLibrarySQLite

/// A connection of another program, which writes what the library never would.
final class SQLConnection {
  struct Failure: Error, CustomStringConvertible {
    let description: String
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

  /// The first column of a query's rows.
  func texts(_ query: String) throws -> [String] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, query, -1, &statement, nil) == SQLITE_OK else { throw failure }
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

  private var failure: Failure { Failure(description: String(cString: sqlite3_errmsg(handle))) }
}
