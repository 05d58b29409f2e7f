#if SQLite && PostgreSQL
import CSQLite
import Foundation
import StagecraftLists
import StagecraftSQLiteStore
import StagecraftTableLists

/// A row of the measured table.
struct BenchOrder: Codable, Identifiable, Hashable, Sendable {
  var id: Int
  var reader: String
  var title: String
  var state: Int

  static let format = TableRowFormat<BenchOrder>(columns: "id", "reader", "title", "state") {
    row throws(TableError) in
    BenchOrder(
      id: try row.value(0), reader: try row.value(1), title: try row.value(2),
      state: try row.value(3))
  } values: { order in
    [
      .integer(Int64(order.id)), .text(order.reader), .text(order.title),
      .integer(Int64(order.state)),
    ]
  }
}

/// What following a table of SQLite costs.
struct TableCases {
  let report: Report
  let folder: String

  func run() async throws {
    try await writes()
    for count in report.isSmoke ? [1_000] : [100_000, 1_000_000] {
      let path = try makeTable("load-\(count)", rows: count)
      try await load(path, count)
      try await latency(path, count)
    }
  }

  private func makeTable(_ name: String, rows: Int) throws -> String {
    let path = "\(folder)/\(name).sqlite"
    let writer = try RawTable(path)
    writer.run(
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      CREATE TABLE orders(id INTEGER PRIMARY KEY, reader TEXT, title TEXT, state INTEGER);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
        INSERT INTO orders SELECT i, 'reader ' || (i % 1000), 'the title of book ' || i, 0 FROM n;
      PRAGMA wal_checkpoint(TRUNCATE);
      """)
    return path
  }

  // MARK: Loading

  private func load(_ path: String, _ count: Int) async throws {
    let raw = try RawTable(path)
    let begin = Clock.wall
    var rows = raw.all()
    let seconds = Clock.wall - begin
    let name = "SQLite, \(count) rows"
    report.add("\(name), read into structures, without this package", seconds.text)
    // What is done today: all rows are read again, and compared.
    raw.run("UPDATE orders SET state = state + 1 WHERE id = 7")
    let again = Clock.wall
    let old = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
    rows = raw.all()
    let changed = rows.filter { old[$0.id] != $0 }
    let comparison = Clock.wall - again
    report.add("\(name), one change found by reading and comparing", comparison.text)
    if changed.count != 1 { throw BenchError("The comparison found \(changed.count) rows.") }
    for (kind, format) in [("closures", BenchOrder.format), ("Codable", .codable)] {
      let begin = Clock.wall
      let list = try await TableList<BenchOrder>(
        "orders", at: SQLiteTables(path), format: format)
      let time = Clock.wall - begin
      report.add("\(name), a list is loaded (\(kind))", "\(time.text), \((time / seconds).times)")
      report.record(
        "tables-load-\(count)-\(kind)", [("raw SQL", seconds), ("stagecraft", time)])
      await list.close()
    }
  }

  // MARK: One change

  private func latency(_ path: String, _ count: Int) async throws {
    let list = try await TableList<BenchOrder>(
      "orders", at: SQLiteTables(path), format: BenchOrder.format)
    let rounds = report.isSmoke ? 20 : 500
    let raw = try RawTable(path)
    raw.run("PRAGMA synchronous = NORMAL")
    let own = try await Self.measure(list, rounds, count) { id, stamp in
      raw.run("UPDATE orders SET state = \(stamp) WHERE id = \(id)")
    }
    report.add(
      "SQLite, from commit to transition, \(count) rows, one process", own.summary,
      target: "p99 < 20 ms", isMet: own.quantile(0.99) < 0.02)
    let child = try Child(["--table-writer", path])
    try child.go()
    let other = try await Self.measure(list, rounds, count) { id, stamp in child.send("\(id)") }
    report.add(
      "SQLite, from commit to transition, \(count) rows, another process", other.summary,
      target: "p99 < 20 ms", isMet: other.quantile(0.99) < 0.02)
    report.record("tables-latency-\(count)", [("stagecraft", other.median)])
    _ = child.finish()
    var edits = Times()
    for round in 0..<rounds {
      let begin = Clock.wall
      try await list.update(1 + round % count) { $0.state = -round }
      edits.append(Clock.wall - begin)
    }
    report.add(
      "SQLite, an edit of the list until it is shown, flushed, \(count) rows", edits.summary)
    await list.close()
  }

  /// The state of a row is the time before its commit: one change at a time.
  static func measure(
    _ list: TableList<BenchOrder>, _ rounds: Int, _ count: Int, pause: Double = 0,
    _ commit: (Int, Int) throws -> Void
  ) async throws -> Times {
    var times = Times()
    var transitions = list.list.transitions(initial: false).makeAsyncIterator()
    for round in 0..<rounds {
      let id = 1 + (round * 7_919) % count
      if pause > 0 { try await Task.sleep(for: .seconds(pause)) }
      let begin = TableWriter.stamp
      try commit(id, begin)
      while let transition = await transitions.next(isolation: #isolation) {
        let now = TableWriter.stamp
        guard let row = transition.new[id: id], row.state >= begin else { continue }
        times.append(Double(now - row.state) / 1e9)
        break
      }
    }
    return times
  }

  // MARK: Writing

  private func writes() async throws {
    let path = try makeTable("writes", rows: 10_000)
    let raw = try RawTable(path)
    let plain = rates(raw)
    let list = try await TableList<BenchOrder>(
      "orders", at: SQLiteTables(path), format: BenchOrder.format)
    await list.close()
    let logged = rates(raw)
    let follower = try await TableList<BenchOrder>(
      "orders", at: SQLiteTables(path), format: BenchOrder.format)
    let followed = rates(raw)
    await follower.close()
    let rows = [
      ("commits of one row a second, flushed", \Rates.full, true),
      ("commits of one row a second, not flushed", \Rates.normal, false),
      ("rows a second, 100,000 in one transaction", \Rates.bulk, false),
    ]
    for (name, rate, hasTarget) in rows {
      let (one, two, three) = (plain[keyPath: rate], logged[keyPath: rate], followed[keyPath: rate])
      let title = "SQLite, \(name): plain, with the log, with a follower"
      let figure = """
        \(one.whole), \(two.whole) (\((one / two).times)), \(three.whole) (\((one / three).times))
        """
      if hasTarget {
        report.add(title, figure, target: "log ≤ 1.5 ×", isMet: one / two <= 1.5)
      } else {
        report.add(title, figure)
      }
    }
    report.record(
      "tables-writes", [("raw SQL", 1 / plain.full), ("stagecraft", 1 / logged.full)])
  }

  /// How many rows are written in a second.
  private struct Rates {
    var full: Double
    var normal: Double
    var bulk: Double
  }

  private func rates(_ raw: RawTable) -> Rates {
    raw.run("PRAGMA synchronous = FULL")
    let full = singles(raw)
    raw.run("PRAGMA synchronous = NORMAL")
    let normal = singles(raw)
    let begin = Clock.wall
    raw.run(
      """
      BEGIN;
      WITH RECURSIVE n(i) AS (SELECT 1000001 UNION ALL SELECT i + 1 FROM n WHERE i < 1100000)
        INSERT INTO orders SELECT i, 'reader ' || (i % 1000), 'the title of book ' || i, 0 FROM n;
      COMMIT
      """)
    let bulk = 100_000 / (Clock.wall - begin)
    raw.run("DELETE FROM orders WHERE id > 1000000; PRAGMA wal_checkpoint(TRUNCATE)")
    return Rates(full: full, normal: normal, bulk: bulk)
  }

  private func singles(_ raw: RawTable) -> Double {
    let seconds = report.isSmoke ? 0.2 : 3
    let begin = Clock.wall
    var count = 0
    while Clock.wall - begin < seconds {
      raw.update(1 + (count * 7_919) % 10_000)
      count += 1
    }
    return Double(count) / (Clock.wall - begin)
  }
}

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

  /// - `path`: A file of SQLite, or the address of a database of PostgreSQL.
  static func run(_ path: String) throws {
    if path.contains("host=") { return try run(at: path) }
    let raw = try RawTable(path)
    raw.run("PRAGMA synchronous = NORMAL")
    print("ready")
    fflush(nil)
    _ = readLine()
    while let id = readLine() { raw.run("UPDATE orders SET state = \(stamp) WHERE id = \(id)") }
  }

  private static func run(at address: String) throws {
    let raw = try RawConnection(address)
    print("ready")
    fflush(nil)
    _ = readLine()
    while let id = readLine() {
      try raw.run("update orders set state = \(stamp) where id = \(id)")
    }
  }
}
#endif
