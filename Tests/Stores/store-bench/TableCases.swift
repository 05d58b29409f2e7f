#if SQLite && PostgreSQL
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
///
/// Each time is that of the wall clock, and in brackets that of the processors in this process.
struct TableCases {
  let report: Report
  let folder: String

  func run() async throws {
    try await writes()
    try await memory()
    for count in report.isSmoke ? [1_000] : [100_000, 1_000_000] {
      let path = try makeTable("followed-\(count)", rows: count)
      let plain = try makeTable("plain-\(count)", rows: count)
      try await load(path, count)
      try await changes(path, plain: plain, count)
      try await latency(path, count)
    }
  }

  func makeTable(_ name: String, rows: Int) throws -> String {
    let path = "\(folder)/\(name).sqlite"
    let writer = try RawTable(path)
    writer.run(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE orders(id INTEGER PRIMARY KEY, reader TEXT, title TEXT, state INTEGER);
      \(Self.insertion(1...rows));
      PRAGMA wal_checkpoint(TRUNCATE);
      """)
    return path
  }

  /// A statement that inserts rows.
  static func insertion(_ ids: ClosedRange<Int>) -> String {
    """
    WITH RECURSIVE n(i) AS
      (SELECT \(ids.lowerBound) UNION ALL SELECT i + 1 FROM n WHERE i < \(ids.upperBound))
      INSERT INTO orders SELECT i, 'reader ' || (i % 1000), 'the title of book ' || i, 0 FROM n
    """
  }

  // MARK: Loading

  private func load(_ path: String, _ count: Int) async throws {
    let raw = try RawTable(path)
    let name = "SQLite, \(count) rows"
    var plain = Cost()
    for _ in 0..<3 {
      let rows = await plain.measure { raw.all() }
      if rows.count != count { throw BenchError("There are \(rows.count) rows.") }
    }
    report.add("\(name), read into structures by plain SQL", plain.summary)
    for (kind, format) in [("closures", BenchOrder.format), ("Codable", .codable)] {
      var cost = Cost()
      for _ in 0..<3 {
        let list = try await cost.measure {
          try await TableList<BenchOrder>("orders", at: SQLiteTables(path), format: format)
        }
        await list.close()
      }
      let ratio = (cost.wall.median / plain.wall.median).times
      report.add("\(name), a list is loaded (\(kind))", "\(cost.summary), \(ratio)")
      report.record(
        "tables-load-\(count)-\(kind)",
        [("raw SQL", plain.wall.median), ("stagecraft", cost.wall.median)])
    }
    try residentMemory(path, count)
  }

  // MARK: Changes

  /// Changes of one row, of 1 %, and of 100,000 new rows: until the table has been read again and
  /// compared, and until a list shows them.
  private func changes(_ path: String, plain: String, _ count: Int) async throws {
    let news = count + 1...count + (report.isSmoke ? 1_000 : 100_000)
    let rounds = report.isSmoke ? 1 : 5
    let kinds = [
      TableChange(name: "one row changed", rounds: rounds * 2 + 1, id: 7) {
        "UPDATE orders SET state = \($0) WHERE id = 7"
      },
      TableChange(name: "1 % changed in one transaction", rounds: rounds, id: 100) {
        "UPDATE orders SET state = \($0) WHERE id % 100 = 0"
      },
      TableChange(
        name: "\(news.count) rows inserted in one transaction", rounds: rounds,
        id: news.upperBound, undo: "DELETE FROM orders WHERE id > \(count)"
      ) { _ in Self.insertion(news) },
    ]
    var rivals: [(alone: Cost, compared: Cost)] = []
    for kind in kinds { rivals.append(try await rival(kind, plain)) }
    let list = try await TableList<BenchOrder>(
      "orders", at: SQLiteTables(path), format: BenchOrder.format)
    for (kind, rival) in zip(kinds, rivals) {
      let followed = try await follow(kind, list, path)
      let name = "SQLite, \(count) rows, \(kind.name)"
      let ratio = (rival.compared.wall.median / followed.wall.median).times
      report.add("\(name), plain SQL alone", rival.alone.summary)
      report.add("\(name), until a list shows it", followed.summary)
      report.add(
        "\(name), until it is read again and compared", "\(rival.compared.summary), \(ratio)")
      report.record(
        "tables-\(count)-\(kind.name)",
        [
          ("read and compared", rival.compared.wall.median), ("stagecraft", followed.wall.median),
        ])
    }
    await list.close()
  }

  private struct TableChange {
    var name: String
    var rounds: Int
    /// A row that is changed.
    var id: Int
    var undo: String?
    /// The statement that sets the state to a number.
    var sql: (Int) -> String
  }

  /// What is done today.
  private func rival(
    _ change: TableChange, _ path: String
  ) async throws -> (alone: Cost, compared: Cost) {
    let raw = try RawTable(path)
    raw.run("PRAGMA synchronous = NORMAL")
    var (alone, compared) = (Cost(), Cost())
    for round in 1...change.rounds {
      await alone.measure { raw.run(change.sql(round)) }
      if let undo = change.undo { raw.run(undo) }
    }
    var old = raw.all()
    for round in 1...change.rounds {
      let (rows, changed) = await compared.measure {
        raw.run(change.sql(-round))
        let rows = raw.all()
        return (rows, Self.difference(old, rows))
      }
      if changed == 0 { throw BenchError("No change was found.") }
      if let undo = change.undo { raw.run(undo) } else { old = rows }
    }
    return (alone, compared)
  }

  private func follow(
    _ change: TableChange, _ list: TableList<BenchOrder>, _ path: String
  ) async throws -> Cost {
    let writer = try RawTable(path)
    writer.run("PRAGMA synchronous = NORMAL")
    var followed = Cost()
    var transitions = list.list.transitions(initial: false).makeAsyncIterator()
    let count = list.list.snapshot().count
    for round in 1...change.rounds {
      await followed.measure {
        writer.run(change.sql(round))
        while let transition = await transitions.next(isolation: #isolation) {
          guard let row = transition.new[id: change.id] else { continue }
          if change.undo != nil || row.state == round { break }
        }
      }
      guard let undo = change.undo else { continue }
      writer.run(undo)
      while let transition = await transitions.next(isolation: #isolation),
        transition.new.count > count
      {}
    }
    return followed
  }

  /// How many rows differ, of two arrays in the order of their ids.
  private static func difference(_ old: [BenchOrder], _ new: [BenchOrder]) -> Int {
    var (one, other, count) = (0, 0, 0)
    while one < old.count, other < new.count {
      if old[one].id == new[other].id {
        if old[one] != new[other] { count += 1 }
        one += 1
        other += 1
      } else {
        count += 1
        if old[one].id < new[other].id { one += 1 } else { other += 1 }
      }
    }
    return count + old.count - one + new.count - other
  }

  // MARK: Latency

  private func latency(_ path: String, _ count: Int) async throws {
    let list = try await TableList<BenchOrder>(
      "orders", at: SQLiteTables(path), format: BenchOrder.format)
    let rounds = report.isSmoke ? 20 : 500
    let raw = try RawTable(path)
    raw.run("PRAGMA synchronous = NORMAL")
    let own = try await measure(list, rounds, count) { id, stamp in
      raw.run("UPDATE orders SET state = \(stamp) WHERE id = \(id)")
    }
    report.add(
      "SQLite, from commit to transition, \(count) rows, one process",
      own.quantiles, target: "p99 < 20 ms", isMet: own.wall.quantile(0.99) < 0.02)
    let child = try Child(["--table-writer", path])
    try child.go()
    let other = try await measure(list, rounds, count) { id, stamp in child.send("\(id)") }
    report.add(
      "SQLite, from commit to transition, \(count) rows, another process",
      "\(other.quantiles) of the follower",
      target: "p99 < 20 ms", isMet: other.wall.quantile(0.99) < 0.02)
    report.record("tables-latency-\(count)", [("stagecraft", other.wall.median)])
    _ = child.finish()
    var edits = Cost()
    for round in 0..<rounds {
      try await edits.measure { try await list.update(1 + round % count) { $0.state = -round } }
    }
    report.add(
      "SQLite, an edit of the list until it is shown, flushed, \(count) rows",
      edits.quantiles)
    await list.close()
  }

  /// The state of a row is the time before its commit: one change at a time.
  private func measure(
    _ list: TableList<BenchOrder>, _ rounds: Int, _ count: Int, _ commit: (Int, Int) throws -> Void
  ) async throws -> Cost {
    var cost = Cost()
    var transitions = list.list.transitions(initial: false).makeAsyncIterator()
    for round in 0..<rounds {
      let id = 1 + (round * 7_919) % count
      let begin = TableWriter.stamp
      let used = Clock.processor
      try commit(id, begin)
      while let transition = await transitions.next(isolation: #isolation) {
        let now = TableWriter.stamp
        guard let row = transition.new[id: id], row.state >= begin else { continue }
        cost.append(wall: Double(now - row.state) / 1e9, processor: Clock.processor - used)
        break
      }
    }
    return cost
  }
}
#endif
