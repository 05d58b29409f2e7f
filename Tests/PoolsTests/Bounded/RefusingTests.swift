import StagecraftPools
import StagecraftTestKit
import TestSupport
import Testing

/// Borrowers that fail at once instead of waiting.
@Suite(.timeLimit(.minutes(3)))
struct RefusingTests {
  @Test func aBorrowerBeyondTheMaximumGetsAnErrorThatSaysSo() async throws {
    var configuration = PoolConfiguration.plain
    configuration.maximumWaiting = 1
    let pool = BoundedPool(lending: [Book()], configuration: configuration)
    let lease = try await pool.lease()
    let executor = ManualExecutor()
    let waiter = Task(executorPreference: executor) { try await pool.withElement { $0.copy } }
    executor.run()
    let error = await #expect(throws: PoolError.self) { _ = try await pool.lease() }
    #expect(
      error?.description
        == """
        The pool: as many borrowers wait as maximumWaiting allows; raise it or retry later \
        (1 of 1 on loan, 1 waiting).
        """)
    lease.release()
    executor.run()
    #expect(try await waiter.value == 0)
  }

  @Test func aPoolThatFailsFastThrowsTheErrorOfTheLastCreationUntilTheNext() async throws {
    let clock = ManualClock()
    let attempts = Tally()
    var configuration = PoolConfiguration()
    configuration.clock = clock
    configuration.creation.failsFast = true
    let pool = BoundedPool(capacity: 1, configuration: configuration) {
      let attempt = attempts.add()
      if attempt < 3 { throw Flooded(attempt: attempt) }
      return Book(copy: attempt)
    }
    for attempt in 1...2 {
      for _ in 0..<3 {
        await #expect(throws: Flooded(attempt: attempt)) { _ = try await pool.lease() }
      }
      clock.advance(by: .seconds(1))
    }
    #expect(attempts.count == 2)
    #expect(try await pool.withElement { $0.copy } == 3)
  }

  /// The only element, idle and expired, is destroyed for a thread that may overtake, and then none
  /// exists.
  @Test func aThreadThatFindsOnlyExpiredElementsFailsFast() async throws {
    let clock = ManualClock()
    let attempts = Tally()
    var configuration = PoolConfiguration.plain
    configuration.clock = ClockWithoutAlarms(base: clock)
    configuration.creation.failsFast = true
    configuration.creation.firstRetryDelay = .seconds(1)
    configuration.expiration.maximumLifetime = .milliseconds(20)
    let pool = BoundedPool(capacity: 2, configuration: configuration) {
      let attempt = attempts.add()
      if attempt > 1 { throw Flooded(attempt: attempt) }
      return Book(copy: attempt)
    }
    let lease = try await pool.ownedLease()
    await #expect(throws: Flooded(attempt: 2)) { _ = try await pool.ownedLease() }
    lease.release()
    clock.advance(by: .milliseconds(20))
    await #expect(throws: Flooded(attempt: 2)) {
      try await onThread { try pool.withElementBlocking { _ in } }
    }
    #expect(attempts.count == 2)
  }

  @Test func aKeyThrowsItsOwnError() async throws {
    let clock = ManualClock()
    var configuration = PoolConfiguration()
    configuration.clock = clock
    configuration.creation.failsFast = true
    let pool = KeyedPool(capacity: 4, capacityPerKey: 1, configuration: configuration) {
      (number: Int) in
      guard number > 0 else { throw Flooded(attempt: number) }
      return Book(copy: number)
    }
    for number in [0, -1] {
      await #expect(throws: Flooded(attempt: number)) { _ = try await pool.lease(for: number) }
    }
    for number in [0, -1] {
      await #expect(throws: Flooded(attempt: number)) { _ = try await pool.lease(for: number) }
    }
    #expect(try await pool.withElement(for: 5) { $0.copy } == 5)
    #expect(pool.snapshot.creationsFailed == 2)
  }
}

/// A clock on which no alarm is on time.
private struct ClockWithoutAlarms: Clock {
  let base: ManualClock

  var now: ManualClock.Instant { base.now }
  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await untilCancelled()
  }
}
