#if SQLite
import CSQLite
@_spi(Store) import StagecraftSharedPools
import Testing

@testable import StagecraftSQLiteStore

@Suite(.timeLimit(.minutes(1))) struct ForgettingTests {
  private let hour: Int64 = 3_600_000_000

  /// A machine that is started every day, and used for ten hours.
  @Test func aMachineThatIsStartedDailyForgets() async throws {
    let folder = try TemporaryFolder()
    let path = folder["lend.sqlite"]
    let clock = TestClock()
    var counts: [Int] = []
    var last: LendingAsk?
    for day in 1...8 {
      clock.now = 60_000_000
      let store = clock.store(path, boot: "boot \(day)")
      let reader = try await Reader(store)
      if day == 1 { try await reader.add("Momo") }
      // The answer to yesterday's last request is remembered.
      if let last { #expect(try await reader.outcome(last) == .ended(.returned)) }
      for _ in 0..<10 {
        clock.now += hour
        let ask = reader.ask()
        let grant = try #require(try await reader.outcome(ask).grant)
        try await reader.giveBack(ask, grant)
        last = ask
      }
      await store.close()
      counts.append(try requests(path))
    }
    #expect(counts.prefix(2) == [10, 20])
    #expect(try #require(counts.max()) <= 40, "\(counts)")
  }

  /// What a restart has ended is as young as the restart.
  @Test func whatARestartEndsIsRemembered() async throws {
    let folder = try TemporaryFolder()
    let path = folder["lend.sqlite"]
    let clock = TestClock(90 * hour)
    let first = clock.store(path, boot: "boot 1")
    let reader = try await Reader(first)
    try await reader.add("Momo", "Emil")
    let early = reader.ask()
    try await reader.giveBack(early, #require(try await reader.outcome(early).grant))
    let held = reader.ask()
    _ = try #require(try await reader.outcome(held).grant)
    await first.close()

    clock.now = 1_000_000
    let second = clock.store(path, boot: "boot 2")
    let other = try await Reader(second)
    clock.now += 23 * hour
    _ = try await other.perform(.sweep)
    #expect(try await other.outcome(held) == .ended(.gone))
    #expect(try await other.outcome(early) == .ended(.returned))
    clock.now += 2 * hour
    _ = try await other.perform(.sweep)
    #expect(try requests(path) == 0)
    await second.close()
  }

  @Test func theLogIsAsLongAsItsRuleSaysAndItsEntriesAreCounted() async throws {
    let folder = try TemporaryFolder()
    let store = SQLiteStore(folder["lend.sqlite"])
    let reader = try await Reader(store, settings: SharedPoolSettings(logLength: 1_000))
    try await reader.add("Momo")
    for _ in 0..<1_300 {
      let ask = reader.ask()
      try await reader.giveBack(ask, #require(try await reader.outcome(ask).grant))
    }
    guard case .events(let events) = try await reader.perform(.events(after: 0, limit: 10_000))
    else { throw CancellationError() }
    #expect((1_000..<1_256).contains(events.count), "\(events.count)")
    #expect(events.last?.kind == .returned)
    let counts = try await reader.report().events
    #expect(counts[.granted] == 1_300 && counts[.returned] == 1_300 && counts[.added] == 1)
    await store.close()
  }

  private func requests(_ path: String) throws -> Int {
    let connection = try Connection(path: path, isReadOnly: true)
    defer { connection.close() }
    return try connection.first("SELECT count(*) FROM lend_request") { $0.int(0) } ?? 0
  }
}
#endif
