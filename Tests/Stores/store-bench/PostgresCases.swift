#if SQLite && PostgreSQL
import Foundation
import PostgresCluster
import StagecraftPostgresStore
@_spi(Store) import StagecraftSharedPools

/// What a pool on PostgreSQL costs, beside what is usually written by hand.
struct PostgresCases {
  let report: Report
  let cluster: PostgresCluster
  /// How long each race lasts, in seconds.
  var seconds: Double { report.isSmoke ? 0.3 : 3 }
  var pairs: Int { report.isSmoke ? 50 : 2_000 }

  var conninfo: String { cluster.address(database: "lend") }

  func run() async throws {
    report.add("One flush of this disk (F)", flushTime(in: cluster.folder).text)
    try await uncontended()
    try await handOff()
    for things in [1, 16, 1_000] {
      for clients in [1, 8, 32] { try await race(clients: clients, things: things) }
    }
    try await lines()
    try await renewals()
  }

  func makeStore() throws -> PostgresStore { try PostgresStore(conninfo) }

  // MARK: Uncontended

  private func uncontended() async throws {
    let connection = try RawConnection(conninfo)
    try Rival.prepare(connection, things: 16)
    try Rival.update.prepareStatements(connection)
    var floor = Times()
    let before = Clock.processor(of: connection.process)
    for _ in 0..<pairs {
      let begin = Clock.wall
      _ = try Rival.update.take(connection, things: 16)
      floor.append(Clock.wall - begin)
      try Rival.update.give(connection, "1")
    }
    let floorServer = (Clock.processor(of: connection.process) - before) / Double(pairs)

    let client = try await BenchClient(makeStore(), pool: "uncontended")
    try await client.stock(16)
    _ = try await client.runPairs(50)
    let server = ServerMeter(connection)
    let (taking, giving) = try await client.runPairs(pairs)
    let used = try server.used() / Double(pairs)

    let pool = try await SharedPool("uncontended", at: makeStore())
    var leasing = Times()
    for _ in 0..<pairs {
      let begin = Clock.wall
      let lease = try await pool.lease(where: ["any"])
      leasing.append(Clock.wall - begin)
      await lease.release()
    }
    await pool.close()

    let flush = flushTime(in: cluster.folder)
    report.add("One row, durable: `UPDATE … RETURNING`", floor.summary)
    report.add(
      "Acquire, free, durable", "\(taking.summary); \((taking.median / floor.median).times)",
      target: "p50 ≤ F + 1 ms, p99 ≤ F + 6 ms",
      isMet: taking.median <= flush + 0.001 && taking.quantile(0.99) <= flush + 0.006)
    report.add("Return", giving.summary)
    report.add("`lease` of a `SharedPool`", leasing.summary)
    report.add(
      "Processor of the server for a pair", "\(used.text); one row's pair \(floorServer.text)",
      target: "≤ 400 µs", isMet: used <= 0.0004)
    report.record(
      "uncontended", [("update", floor.median), ("stagecraft", taking.median)])
  }

  // MARK: Hand-over

  /// Two clients hand one resource to each other.
  private func handOff() async throws {
    let rounds = report.isSmoke ? 20 : 400
    let pools = [
      try await SharedPool("hand-off", at: makeStore()),
      try await SharedPool("hand-off", at: makeStore()),
    ]
    try await pools[0].add("", named: "thing-1", labels: ["any"])
    let returned = Mutexed(0.0)
    let times = try await withThrowingTaskGroup(of: Times.self) { group in
      for pool in pools {
        group.addTask {
          var times = Times()
          for _ in 0..<rounds {
            let lease = try await pool.lease(where: ["any"], timeout: .unlimited)
            let now = Clock.wall
            let before = returned.with { $0 }
            if before > 0 { times.append(now - before) }
            returned.with { $0 = Clock.wall }
            await lease.release()
          }
          return times
        }
      }
      return try await group.reduce(into: Times()) { $0.append(contentsOf: $1) }
    }
    for pool in pools { await pool.close() }

    // A client that asks again every 100 ms finds the row free after 50 ms on average.
    let connection = try RawConnection(conninfo)
    try Rival.prepare(connection, things: 1)
    let polled = try polledHandOff(rounds: report.isSmoke ? 3 : 20)
    let flush = flushTime(in: cluster.folder)
    report.add(
      "Hand-over to the waiting task",
      "\(times.summary); polling at 100 ms: \(polled.summary)",
      target: "p50 ≤ F + 2 ms, p99 ≤ F + 10 ms",
      isMet: times.median <= flush + 0.002 && times.quantile(0.99) <= flush + 0.010)
    report.record("hand-off", [("polling", polled.median), ("stagecraft", times.median)])
  }

  private func polledHandOff(rounds: Int) throws -> Times {
    let returned = Mutexed(0.0)
    let results = Mutexed(Times())
    let group = DispatchGroup()
    for number in 0..<2 {
      let connection = try RawConnection(conninfo)
      try Rival.skipLocked.prepareStatements(connection)
      let box = UncheckedBox(value: connection)
      group.enter()
      Thread.detachNewThread {
        usleep(UInt32(number) * 30_000)
        for _ in 0..<rounds {
          while true {
            guard let thing = try? Rival.skipLocked.take(box.value, things: 1) else {
              usleep(100_000)
              continue
            }
            let now = Clock.wall
            let before = returned.with { $0 }
            if before > 0 { results.with { $0.append(now - before) } }
            // Unrelated to when the other one asks.
            usleep(.random(in: 110_000...210_000))
            returned.with { $0 = Clock.wall }
            try? Rival.skipLocked.give(box.value, thing)
            // The other one's turn.
            usleep(110_000)
            break
          }
        }
        group.leave()
      }
    }
    group.wait()
    return results.with { $0 }
  }
}

/// Adds up the processor time of the server's processes for clients of this program.
struct ServerMeter {
  private let connection: RawConnection
  private let before: [Int32: Double]

  init(_ connection: RawConnection) {
    self.connection = connection
    before = (try? Self.read(connection)) ?? [:]
  }

  private static func read(_ connection: RawConnection) throws -> [Int32: Double] {
    let rows = try connection.run(
      "select pid from pg_stat_activity where backend_type = 'client backend'")
    var times: [Int32: Double] = [:]
    for row in rows {
      guard let process = row.first.flatMap({ Int32($0) }), process != connection.process else {
        continue
      }
      times[process] = Clock.processor(of: process)
    }
    return times
  }

  /// The processor time since this meter was made.
  func used() throws -> Double {
    try Self.read(connection).reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
  }
}
#endif
