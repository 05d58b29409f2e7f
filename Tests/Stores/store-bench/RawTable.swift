#if SQLite && PostgreSQL
import CSQLite
import Foundation

/// A connection of a program without this package.
final class RawTable {
  private var handle: OpaquePointer?
  private var prepared: OpaquePointer?

  init(_ path: String) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw BenchError("no database") }
    sqlite3_busy_timeout(handle, 10_000)
  }

  deinit {
    sqlite3_finalize(prepared)
    sqlite3_close_v2(handle)
  }

  /// Changes a row, with a statement that is prepared once.
  func update(_ id: Int) {
    if prepared == nil {
      sqlite3_prepare_v2(
        handle, "UPDATE orders SET state = state + 1 WHERE id = ?", -1, &prepared, nil)
    }
    sqlite3_bind_int64(prepared, 1, Int64(id))
    if sqlite3_step(prepared) != SQLITE_DONE { fatalError(String(cString: sqlite3_errmsg(handle))) }
    sqlite3_reset(prepared)
  }

  func run(_ sql: String) {
    if sqlite3_exec(handle, sql, nil, nil, nil) != SQLITE_OK {
      fatalError(String(cString: sqlite3_errmsg(handle)))
    }
  }

  func all() -> [BenchOrder] {
    var statement: OpaquePointer?
    sqlite3_prepare_v2(
      handle, "SELECT id, reader, title, state FROM orders ORDER BY id", -1, &statement, nil)
    defer { sqlite3_finalize(statement) }
    var rows: [BenchOrder] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        BenchOrder(
          id: Int(sqlite3_column_int64(statement, 0)),
          reader: String(cString: sqlite3_column_text(statement, 1)),
          title: String(cString: sqlite3_column_text(statement, 2)),
          state: Int(sqlite3_column_int64(statement, 3))))
    }
    return rows
  }
}

/// The process that commits.
enum TableWriter {
  /// The time in nanoseconds, on the clock that all processes share.
  static var stamp: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  static func run(_ path: String) throws {
    let raw = try RawTable(path)
    raw.run("PRAGMA synchronous = NORMAL")
    print("ready")
    fflush(nil)
    _ = readLine()
    while let id = readLine() { raw.run("UPDATE orders SET state = \(stamp) WHERE id = \(id)") }
  }
}
#endif
