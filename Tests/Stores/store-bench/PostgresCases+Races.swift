#if SQLite && PostgreSQL
import Foundation
import StagecraftPostgresStore
@_spi(Store) import StagecraftSharedPools

extension PostgresCases {
  /// Clients that take and give as fast as they can.
  func race(clients: Int, things: Int) async throws {
    let connection = try RawConnection(conninfo)
    try Rival.prepare(connection, things: things)
    var line: [String] = []
    var subjects: [(name: String, seconds: Double)] = []
    for rival in [Rival.skipLocked, .advisory] {
      let (pairs, _, server) = try rival.race(
        clients: clients, things: things, seconds: seconds, conninfo)
      let rate = pairs.reduce(0, +)
      line.append("\(rival.rawValue) \(rate.whole), \(server.text)")
      subjects.append((rival.rawValue, 1 / rate))
    }

    let name = "race-\(clients)-\(things)"
    let stores = try (0..<clients).map { _ in try makeStore() }
    let keeper = try await BenchClient(stores[0], pool: name)
    try await keeper.stock(things)
    var pools: [SharedPool<String>] = []
    for store in stores { pools.append(try await SharedPool(name, at: store)) }
    let meter = ServerMeter(connection)
    let doubles = Mutexed<(held: Set<String>, count: Int)>(([], 0))
    let begin = Clock.wall
    let end = begin + seconds
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for pool in pools {
        group.addTask {
          var pairs = 0
          while Clock.wall < end {
            let lease = try await pool.lease(where: ["any"], timeout: .unlimited)
            doubles.with { if !$0.held.insert(lease.name).inserted { $0.count += 1 } }
            doubles.with { _ = $0.held.remove(lease.name) }
            await lease.release()
            pairs += 1
          }
          return pairs
        }
      }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    let elapsed = Clock.wall - begin
    let used = try meter.used()
    let total = counts.reduce(0, +)
    for pool in pools { await pool.close() }
    for store in stores { await store.close() }

    let rate = Double(total) / elapsed
    subjects.append(("stagecraft", 1 / rate))
    report.record(name, subjects)
    let figure = """
      \(rate.whole), \((used / Double(max(1, total))).text) of the server; \
      least and most \(counts.min() ?? 0), \(counts.max() ?? 0); \(line.joined(separator: "; "))
      """
    let title = "Pairs a second, \(clients) clients, \(things) resources"
    if clients == 8, things == 16 {
      report.add(title, figure, target: "≥ 800", isMet: rate >= 800)
    } else {
      report.add(title, figure)
    }
    report.check(
      "\(title): two holders at once", doubles.with { $0.count } == 0,
      "\(doubles.with { $0.count })")
  }

  // MARK: Long lines

  func lines() async throws {
    let lengths = report.isSmoke ? [20, 200] : [200, 10_000]
    var medians: [(joining: Double, handing: Double, server: Double)] = []
    // A resource has at most 64 labels.
    for kinds in [1, 63] {
      for length in lengths {
        let figure = try await line(length, kinds: kinds, isWithOldSnapshot: false)
        if kinds == 1 { medians.append(figure) }
      }
    }
    _ = try await line(lengths[1], kinds: 1, isWithOldSnapshot: true)
    let growth = medians[1].server / medians[0].server
    report.add(
      "Growth of the server's work from \(lengths[0]) to \(lengths[1]) waiting", growth.times,
      target: "≤ 2 ×", isMet: growth <= 2)
    report.record(
      "line", [("short line", medians[0].handing), ("stagecraft", medians[1].handing)])
  }

  private func line(
    _ length: Int, kinds: Int, isWithOldSnapshot: Bool
  ) async throws -> (joining: Double, handing: Double, server: Double) {
    let connection = try RawConnection(conninfo)
    let old = try RawConnection(conninfo)
    let store = try makeStore()
    let name = "line-\(length)-\(kinds)\(isWithOldSnapshot ? "-old" : "")"
    let client = try await BenchClient(store, pool: name)
    // One resource with all labels, so that each kind of request wants it.
    let labels = Labels(["any"] + (0..<kinds).map { "kind-\($0)" })
    let answer = try await store.perform(
      .keep(.add(name: "thing", labels: labels, payload: [], token: .random())), in: name)
    guard answer == .done else { throw BenchError("add: \(answer)") }
    let (id, outcome) = try await client.ask()
    guard case .granted(let grant) = outcome else { throw BenchError("ask: \(outcome)") }
    let line = try await client.fillLine(length) { number in
      kinds == 1 ? ["any"] : ["any", "kind-\(number % kinds)"]
    }
    if isWithOldSnapshot {
      try old.run("begin isolation level repeatable read")
      try old.run("select count(*) from pg_class")
    }
    let meter = ServerMeter(connection)
    let steps = report.isSmoke ? 10 : 150
    let (times, holder) = try await client.measureLine(
      steps, line: line, holder: (id, grant))
    let server = try meter.used() / Double(steps)
    if isWithOldSnapshot { try old.run("rollback") }
    _ = holder
    _ = try await store.perform(.close(session: client.session), in: name)
    await store.close()
    report.add(
      """
      \(length) waiting\(kinds == 1 ? "" : ", \(kinds) kinds")\
      \(isWithOldSnapshot ? ", with an old snapshot open" : "")
      """,
      """
      join \(times.joining.median.text), leave \(times.leaving.median.text), hand over \
      \(times.handing.median.text); server for all three \(server.text)
      """)
    return (times.joining.median, times.handing.median, server)
  }

  // MARK: Renewals

  func renewals() async throws {
    let connection = try RawConnection(conninfo)
    let store = try makeStore()
    let client = try await BenchClient(store, pool: "renewals")
    let count = report.isSmoke ? 20 : 1_000
    try await client.stock(count)
    var keys: [LendingKey] = []
    for _ in 0..<count {
      guard case (let id, .granted(let grant)) = try await client.ask() else {
        throw BenchError("The stock is too small.")
      }
      keys.append(LendingKey(request: id, fence: grant.fence))
    }
    let meter = ServerMeter(connection)
    let rounds = report.isSmoke ? 2 : 20
    var times = Times()
    for _ in 0..<rounds {
      let begin = Clock.wall
      _ = try await store.perform(
        .renew(LendingRenewalBatch(session: client.session, leases: keys)), in: "renewals")
      times.append(Clock.wall - begin)
    }
    let each = try meter.used() / Double(rounds * count)
    _ = try await store.perform(.close(session: client.session), in: "renewals")
    await store.close()
    // Each of 10,000 holders renews every ten seconds.
    let share = each * 10_000 / 10
    report.add(
      "\(count) renewals in one batch", "\(times.summary); \(each.text) of the server for each")
    report.add(
      "10,000 holders, 30 s to live", String(format: "%.1f %% of a core", share * 100),
      target: "≤ 2 %", isMet: share <= 0.02)
  }
}
#endif
