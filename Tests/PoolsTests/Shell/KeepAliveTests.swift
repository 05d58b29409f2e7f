import StagecraftPools
import StagecraftTestKit
import Testing

/// A pool tests its idle elements in time, although no borrower asks for them.
@Suite(.timeLimit(.minutes(3)))
struct KeepAliveTests {
  private func configuration(_ clock: ManualClock) -> PoolConfiguration {
    var configuration = PoolConfiguration()
    configuration.name = "books"
    configuration.clock = clock
    configuration.waitTimeout = nil
    configuration.keepAliveInterval = .seconds(30)
    return configuration
  }

  @Test func aSuspendingHookTestsIdleElements() async throws {
    let clock = ManualClock()
    let tests = Tally()
    var hooks = AsyncPoolHooks<Book>()
    hooks.validate = { _ in
      await Task.yield()
      return tests.add() < 3
    }
    let pool = BoundedPool(capacity: 1, configuration: configuration(clock), hooks: hooks) {
      Book()
    }
    let events = pool.events
    try await pool.withElement { _ in }
    #expect(try await failure(events, clock) == .byHook)
    #expect(tests.count == 3)
  }

  @Test func aPlainHookTestsIdleElementsInATaskOfThePool() async throws {
    let clock = ManualClock()
    let tests = Tally()
    var hooks = PoolHooks<Book>()
    hooks.validate = { _ in tests.add() < 2 }
    let pool = ElasticPool(configuration: configuration(clock), hooks: hooks) { Book() }
    let events = pool.events
    pool.withElement { _ in }
    #expect(try await failure(events, clock) == .byHook)
    #expect(tests.count == 2)
  }

  /// The reason for which the first element is destroyed, while the clock reaches each of the
  /// pool's alarms.
  private func failure(
    _ events: AsyncStream<PoolEvent>, _ clock: ManualClock
  ) async throws -> PoolDiscardReason? {
    try await clock.advance(waking: "books") {
      for await event in events {
        if case .discarded(let reason) = event { return reason }
      }
      return nil
    }
  }
}
