import StageFloor
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftPools

/// Loans and waits in pools that need no general decision, and the same in a pool that does: a hook
/// that does nothing forces every event through the general methods.
///
/// Nested borrowing is allowed, because its detection, the default in debug builds, does that too.
@Suite(.timeLimit(.minutes(3)))
struct DirectLoanTests {
  enum Way: CaseIterable, Sendable { case direct, general }

  private func pool(
    _ way: Way, clock: any Clock<Duration> & Sendable = ContinuousClock()
  ) async throws -> BoundedPool<Book> {
    var configuration = PoolConfiguration.plain
    configuration.clock = clock
    var hooks = PoolHooks<Book>()
    if way == .general { hooks.validate = { _ in true } }
    let pool = BoundedPool(capacity: 1, configuration: configuration, hooks: hooks) { Book() }
    try await pool.warmUp(to: 1)
    #expect(pool.core.mayLendDirectly == (way == .direct))
    return pool
  }

  @Test(arguments: Way.allCases)
  func tasksAreServedInFIFOOrder(way: Way) async throws {
    let pool = try await pool(way)
    let executor = ManualExecutor()
    let served = Served()
    let held = try await pool.ownedLease()
    let readers = (0..<10).map { reader in
      let task = Task(executorPreference: executor) {
        try await pool.withElement { _ in served.note(reader) }
      }
      executor.run()
      return task
    }
    #expect(pool.snapshot.waiting == 10)
    #expect(pool.snapshot.waits == 10)
    held.release()
    executor.run()
    for reader in readers { try await reader.value }
    #expect(served.all == Array(0..<10))
    #expect(pool.snapshot.idle == 1)
    #expect(pool.snapshot.waiting == 0)
  }

  @Test(arguments: Way.allCases)
  func aCancelledTaskLeavesTheLine(way: Way) async throws {
    let pool = try await pool(way)
    let executor = ManualExecutor()
    let held = try await pool.ownedLease()
    let early = Task(executorPreference: executor) { try await pool.withElement { $0.copy } }
    early.cancel()
    let impatient = Task(executorPreference: executor) { try await pool.withElement { $0.copy } }
    let patient = Task(executorPreference: executor) { try await pool.withElement { $0.copy } }
    executor.run()
    #expect(pool.snapshot.waiting == 2)
    impatient.cancel()
    #expect(pool.snapshot.waiting == 1)
    held.release()
    executor.run()
    await #expect(throws: CancellationError.self) { try await early.value }
    await #expect(throws: CancellationError.self) { try await impatient.value }
    #expect(try await patient.value == 0)
    #expect(pool.snapshot.cancellations == 2)
    #expect(pool.snapshot.idle == 1)
  }

  @Test(arguments: Way.allCases)
  func aWaitTimesOutAndShutdownEndsTheOther(way: Way) async throws {
    let clock = ManualClock()
    let pool = try await pool(way, clock: clock)
    let held = try await pool.ownedLease()
    let hasty = Task { try await pool.lease(timeout: .after(.seconds(2))).release() }
    #expect(try await clock.nextSleep().deadline.sinceStart == .seconds(2))
    clock.advance(by: .seconds(2))
    let error = await #expect(throws: PoolError.self) { try await hasty.value }
    #expect(error?.code == PoolError.timedOut.code)
    #expect(error?.waited == .seconds(2))
    #expect(pool.snapshot.timeouts == 1)
    let other = Task { try await pool.lease(timeout: .after(.seconds(9))).release() }
    #expect(try await clock.nextSleep().deadline.sinceStart == .seconds(11))
    let end = Task { await pool.shutdown(failingWaiters: true, deadline: .seconds(1)) }
    await #expect(throws: PoolError.shutdown) { try await other.value }
    held.release()
    #expect(await end.value.isComplete)
  }

  @Test(arguments: Way.allCases)
  func aLoanAfterAWaitIsReportedToAnObserverAddedMeanwhile(way: Way) async throws {
    let pool = try await pool(way)
    let executor = ManualExecutor()
    let events = Locked<[String]>([])
    let held = try await pool.ownedLease()
    let reader = Task(executorPreference: executor) { try await pool.withElement { $0.copy } }
    executor.run()
    let observation = pool.observe { event in
      switch event {
      case .lent(let site, let waited):
        events.update { $0.append("lent to a line \(site.line > 0), waited \(waited > .zero)") }
      case .returned: events.update { $0.append("returned") }
      default: break
      }
    }
    held.release()
    executor.run()
    _ = try await reader.value
    #expect(events.value == ["lent to a line true, waited true", "returned"])
    observation.cancel()
  }

  @Test func aTimedPoolCountsEachLoan() async throws {
    var configuration = PoolConfiguration.plain
    configuration.recordsTimings = true
    let pool = BoundedPool(capacity: 2, configuration: configuration) { Book() }
    try await pool.warmUp(to: 2)
    #expect(pool.core.mayLendDirectly)
    for _ in 0..<300 { try await pool.withElement { $0.take() } }
    #expect(pool.snapshot.timings?.holds.count == 300)
    #expect(pool.loans.isEmpty)
    let lease = try await pool.ownedLease()
    #expect(pool.loans.first?.age != nil)
    lease.release()
  }

  @Test func aKeyedTaskWaitsForItsKeyOnly() async throws {
    let pool = KeyedPool(capacity: 4, capacityPerKey: 1, configuration: .plain) { (key: Int) in
      key
    }
    #expect(pool.core.mayLendDirectly)
    let executor = ManualExecutor()
    let held = try await pool.ownedLease(for: 1)
    let other = try await pool.ownedLease(for: 2)
    let first = Task(executorPreference: executor) { try await pool.withElement(for: 1) { $0 } }
    executor.run()
    let cancelled = Task(executorPreference: executor) {
      try await pool.withElement(for: 1) { $0 }
    }
    executor.run()
    #expect(pool.snapshot.waiting == 2)
    other.release()
    #expect(pool.snapshot.waiting == 2)
    cancelled.cancel()
    held.release()
    executor.run()
    #expect(try await first.value == 1)
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(pool.snapshot.idle == 2)
  }
}
