import StagecraftPools
import StagecraftTestKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct CreationTests {
  @Test func aFailedCreationThrowsToTheLongestWaiterAndIsRetriedForTheNext() async throws {
    let clock = ManualClock()
    let attempts = Tally()
    var configuration = PoolConfiguration()
    configuration.clock = clock
    configuration.creation.maximumConcurrency = 1
    configuration.waitTimeout = nil
    let executor = ManualExecutor()
    let pool = BoundedPool<Book>(capacity: 1, configuration: configuration) {
      let attempt = attempts.add()
      if attempt == 1 { throw Flooded(attempt: attempt) }
      return Book(copy: attempt)
    }
    let readers = (0..<2).map { _ in
      let task = Task(executorPreference: executor) { try await pool.withElement { $0.copy } }
      executor.run()
      return task
    }
    try await clock.nextSleep()  // the pause before the second attempt
    #expect(attempts.count == 1)
    clock.advance(by: .seconds(1))
    try await executor.nextJob()
    executor.run()
    await #expect(throws: Flooded(attempt: 1)) { try await readers[0].value }
    while pool.snapshot.waiting > 0 {
      try await executor.nextJob()
      executor.run()
    }
    executor.run()
    #expect(try await readers[1].value == 2)
    #expect(pool.snapshot.creationsFailed == 1)
  }

  @Test func aCreationOutlivesTheBorrowerThatTriggeredIt() async throws {
    let gate = Gate()
    let pool = BoundedPool(capacity: 1) {
      await gate.wait()
      return Book(copy: 5)
    }
    let executor = ManualExecutor()
    let first = Task(executorPreference: executor) { try await pool.withElement { $0.copy } }
    executor.run()
    let second = Task(executorPreference: executor) { try await pool.withElement { $0.copy } }
    executor.run()
    first.cancel()
    #expect(pool.snapshot.creating == 1)
    gate.open()
    try await executor.nextJob()
    executor.run()
    await #expect(throws: CancellationError.self) { try await first.value }
    while pool.snapshot.waiting > 0 {
      try await executor.nextJob()
      executor.run()
    }
    executor.run()
    #expect(try await second.value == 5)
    #expect(pool.snapshot.created == 1)
  }

  @Test func waitersForACreationThatNeverEndsTimeOut() async throws {
    let clock = ManualClock()
    let gate = Gate()
    var configuration = PoolConfiguration()
    configuration.clock = clock
    let pool = BoundedPool(capacity: 1, configuration: configuration) {
      await gate.wait()
      return Book()
    }
    let reader = Task { try await pool.withElement { $0.copy } }
    try await clock.nextSleep()
    clock.advance(by: .seconds(30))
    let error = await #expect(throws: PoolError.self) { try await reader.value }
    #expect(error?.description.contains("1 being created") == true)
    let report = try await shutdown(pool, clock, after: .seconds(5))
    #expect(!report.isComplete)
    #expect(report.creating == 1)
    gate.open()
    let last = await pool.shutdown()
    #expect(last.isComplete)
  }

  @Test func aCreationThatNeverEndsMakesOnlyOneBorrowerTimeOut() async throws {
    let clock = ManualClock()
    let gate = Gate()
    let attempts = Tally()
    var configuration = PoolConfiguration()
    configuration.clock = clock
    let pool = BoundedPool(capacity: 3, configuration: configuration) {
      let attempt = attempts.add()
      if attempt == 1 { await gate.wait() }
      return Book(copy: attempt)
    }
    let first = Task { try await pool.withElement { $0.copy } }
    try await clock.nextSleep()
    clock.advance(by: .seconds(30))
    await #expect(throws: PoolError.timedOut) { try await first.value }
    let second = try await pool.withElement { $0.copy }
    #expect(second == 2)
    #expect(pool.snapshot.creating == 1)
    gate.open()
    #expect(await pool.shutdown().isComplete)
  }

  @Test func preparationsRunOutsideTheLockAndTheBorrowerStaysInLine() async throws {
    let gate = Gate()
    let validations = Tally()
    var hooks = AsyncPoolHooks<Book>()
    hooks.prepareForReuse = { _ in await gate.wait() }
    hooks.validate = { _ in validations.add() > 0 }
    var configuration = PoolConfiguration()
    configuration.validationWindow = .zero
    let pool = BoundedPool(capacity: 1, configuration: configuration, hooks: hooks) { Book() }
    try await pool.withElement { _ in }
    let executor = ManualExecutor()
    let impatient = Task(executorPreference: executor) { try await pool.withElement { $0.copy } }
    let patient = Task(executorPreference: executor) { try await pool.withElement { $0.copy } }
    executor.run()
    #expect(pool.snapshot.preparing == 1)
    #expect(pool.snapshot.waiting == 2)
    impatient.cancel()
    gate.open()
    while pool.snapshot.waiting > 0 {
      try await executor.nextJob()
      executor.run()
    }
    executor.run()
    #expect(try await patient.value == 0)
    #expect(validations.count == 1)
  }

  @Test func elementsBeingDestroyedCountUntilTheyHaveEnded() async throws {
    let gate = Gate()
    let made = Tally()
    var hooks = AsyncPoolHooks<Book>()
    hooks.destroy = { _, _ in await gate.wait() }
    let pool = BoundedPool(capacity: 1, hooks: hooks) { Book(copy: made.add()) }
    try await pool.lease().discard()
    #expect(pool.snapshot.destroying == 1)
    let executor = ManualExecutor()
    let reader = Task(executorPreference: executor) { try await pool.withElement { $0.copy } }
    executor.run()
    #expect(made.count == 1)
    gate.open()
    try await executor.nextJob()
    executor.run()
    #expect(try await reader.value == 2)
  }
}

/// Shuts a pool down, and lets its deadline pass.
func shutdown(
  _ pool: BoundedPool<Book>, _ clock: ManualClock, after deadline: Duration
) async throws -> PoolShutdownReport {
  let shutdown = Task { await pool.shutdown(deadline: deadline) }
  let end = clock.now.advanced(by: deadline)
  while try await clock.nextSleep().deadline != end {}
  clock.advance(by: deadline)
  return await shutdown.value
}
