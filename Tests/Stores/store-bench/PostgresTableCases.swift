#if SQLite && PostgreSQL
import Foundation
import PostgresCluster
import StagecraftLists
import StagecraftPostgresStore
import StagecraftTableLists

/// What following a table of PostgreSQL costs, on a server of its own.
struct PostgresTableCases {
  let report: Report
  let cluster: PostgresCluster

  static func run(_ report: Report) async throws {
    let cluster: PostgresCluster
    do {
      cluster = try PostgresCluster(
        PostgresCluster.Options(settings: ["shared_buffers": "256MB", "max_wal_size": "4GB"]))
    } catch let error as PostgresNotInstalled {
      return report.add("PostgreSQL", "skipped: \(error)")
    }
    defer { cluster.remove() }
    try await PostgresTableCases(report: report, cluster: cluster).run()
  }

  private func run() async throws {
    try await writes()
    for count in report.isSmoke ? [1_000] : [100_000, 1_000_000] {
      let address = try makeTable("load_\(count)", rows: count)
      try await load(address, count)
      try await latency(address, count)
    }
  }

  private func makeTable(_ name: String, rows: Int) throws -> String {
    try cluster.execute("create database \(name)")
    let address = cluster.address(database: name)
    try RawConnection(address).run(
      """
      create table orders (id int primary key, reader text, title text, state bigint);
      insert into orders select i, 'reader ' || (i % 1000), 'the title of book ' || i, 0
      from generate_series(1, \(rows)) i
      """)
    try RawConnection(address).run("vacuum analyze orders")
    return address
  }

  private func open(_ address: String) async throws -> (PostgresTables, TableList<BenchOrder>) {
    let tables = try PostgresTables(
      address, configuration: PostgresTablesConfiguration(operationTimeout: .seconds(30)))
    return (tables, try await TableList("orders", at: tables, format: BenchOrder.format))
  }

  // MARK: Loading and changes

  private func all(_ raw: RawConnection) throws -> [BenchOrder] {
    try raw.run("select id, reader, title, state from orders order by id").map {
      BenchOrder(id: Int($0[0]) ?? 0, reader: $0[1], title: $0[2], state: Int($0[3]) ?? 0)
    }
  }

  private func load(_ address: String, _ count: Int) async throws {
    let raw = try RawConnection(address)
    let name = "PostgreSQL, \(count) rows"
    let begin = Clock.wall
    var rows = try all(raw)
    let seconds = Clock.wall - begin
    report.add("\(name), read into structures, without this package", seconds.text)
    let loading = Clock.wall
    let (tables, list) = try await open(address)
    let time = Clock.wall - loading
    report.add("\(name), a list is loaded", "\(time.text), \((time / seconds).times)")
    report.record("tables-postgres-load-\(count)", [("raw SQL", seconds), ("stagecraft", time)])
    for (part, condition) in [("one change", "id = 7"), ("1 % changed", "id % 100 = 7")] {
      // What is done today: all rows are read again, and compared.
      try raw.run("update orders set state = state + 1 where \(condition)")
      let again = Clock.wall
      let old = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
      rows = try all(raw)
      let changed = rows.filter { old[$0.id] != $0 }.count
      let comparison = Clock.wall - again
      try await list.catchUp()
      try raw.run("update orders set state = state + 1 where \(condition)")
      let reading = Clock.wall
      try await list.catchUp()
      let caughtUp = Clock.wall - reading
      rows = try all(raw)
      report.check(
        "\(name), \(part): the list equals the table", Array(list.list.snapshot()) == rows,
        "\(changed) rows")
      report.add(
        "\(name), \(part): read and compared; the list",
        "\(comparison.text); \(caughtUp.text), \((comparison / caughtUp).times) faster")
    }
    await list.close()
    await tables.close()
  }

  // MARK: One change

  private func latency(_ address: String, _ count: Int) async throws {
    let (tables, list) = try await open(address)
    let rounds = report.isSmoke ? 20 : 500
    let raw = try RawConnection(address)
    let child = try Child(["--table-writer", address])
    try child.go()
    for pause in [0, 0.03] {
      let own = try await TableCases.measure(list, rounds, count, pause: pause) { id, stamp in
        try raw.run("update orders set state = \(stamp) where id = \(id)")
      }
      let other = try await TableCases.measure(list, rounds, count, pause: pause) { id, _ in
        child.send("\(id)")
      }
      for (times, place) in [(own, "one process"), (other, "another process")] {
        report.add(
          """
          PostgreSQL, from before a commit to its transition, \(count) rows, \(place), \
          \(pause == 0 ? "one after the other" : "30 ms apart")
          """, times.quantiles, target: "p99 < 20 ms", isMet: times.wall.quantile(0.99) < 0.02)
      }
      report.record(
        "tables-postgres-latency-\(count)-\(pause)", [("stagecraft", other.wall.median)])
    }
    _ = child.finish()
    await list.close()
    await tables.close()
  }

  // MARK: Writing

  private func writes() async throws {
    let address = try makeTable("writes", rows: 10_000)
    for clients in [1, 8] {
      try await compare(address, "commits of one row a second, \(clients) clients") {
        try commits(address, clients)
      }
    }
    for (name, statements) in [
      ("rows inserted a second, 100,000 in one statement", Self.insert),
      ("rows updated a second, 100,000 in one statement", Self.update),
    ] {
      try await compare(address, name) { try bulk(address, statements) }
    }
  }

  /// Measures without triggers, with them, and with a list, in turn: the machine is not the same at
  /// all times.
  private func compare(
    _ address: String, _ name: String, _ rate: () throws -> Double
  ) async throws {
    var rates: [[Double]] = [[], [], []]
    let tables = try PostgresTables(address)
    for _ in 0..<(report.isSmoke ? 1 : 3) {
      try await tables.remove("orders")
      rates[0].append(try rate())
      let list = try await TableList("orders", at: tables, format: BenchOrder.format)
      rates[2].append(try rate())
      await list.close()
      rates[1].append(try rate())
    }
    await tables.close()
    let (plain, logged, followed) = (median(rates[0]), median(rates[1]), median(rates[2]))
    let worst = max(plain / logged, plain / followed)
    report.add(
      "PostgreSQL, \(name): plain, with the log, with a list",
      """
      \(plain.whole), \(logged.whole) (\((plain / logged).times)), \(followed.whole) \
      (\((plain / followed).times))
      """, target: "≤ 1.5 ×", isMet: worst <= 1.5)
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// Updates of rows of each client's own, each a transaction that is flushed.
  private func commits(_ address: String, _ clients: Int) throws -> Double {
    let connections = try (0..<clients).map { number in
      let raw = try RawConnection(address)
      try raw.prepare("update", "update orders set state = state + 1 where id = $1")
      return (number, raw)
    }
    let begin = Clock.wall
    let end = begin + (report.isSmoke ? 0.2 : 3)
    let total = Mutexed(0)
    let group = DispatchGroup()
    for (number, raw) in connections {
      nonisolated(unsafe) let raw = raw  // guard: only this thread uses it
      group.enter()
      Thread.detachNewThread {
        var count = 0
        while Clock.wall < end {
          let id = 1 + (count * 7_919 * 8 + number) % 10_000
          do { _ = try raw.execute("update", "\(id)") } catch { fatalError("\(error)") }
          count += 1
        }
        total.with { $0 += count }
        group.leave()
      }
    }
    group.wait()
    return Double(total.with { $0 }) / (Clock.wall - begin)
  }

  private static let insert = (
    before: "",
    measured: """
    insert into orders select i, 'reader ' || (i % 1000), 'the title of book ' || i, 0
    from generate_series(1000001, 1100000) i
    """
  )
  private static let update = (
    before: insert.measured, measured: "update orders set state = state + 1 where id > 1000000"
  )

  private func bulk(
    _ address: String, _ statements: (before: String, measured: String)
  ) throws -> Double {
    let raw = try RawConnection(address)
    if !statements.before.isEmpty { try raw.run(statements.before) }
    let begin = Clock.wall
    try raw.run(statements.measured)
    let rate = 100_000 / (Clock.wall - begin)
    try raw.run("delete from orders where id > 1000000")
    try raw.run("vacuum orders")
    return rate
  }
}
#endif
