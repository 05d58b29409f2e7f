import StagecraftPools
import StagecraftTestKit
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ShutdownTests {
  @Test func aPoolWithoutLoansShutsDownAtOnce() async {
    let ended = Tally()
    var hooks = PoolHooks<Book>()
    hooks.destroy = { _, reason in if reason == .shutdown { ended.add() } }
    let pool = BoundedPool(lending: [Book(), Book()], hooks: hooks)
    let report = await pool.shutdown()
    #expect(report.isComplete)
    #expect(ended.count == 2)
    await #expect(throws: PoolError.shutdown) { try await pool.lease().release() }
    #expect(pool.tryLease() == nil ? true : false)
    let again = await pool.shutdown()
    #expect(again.isComplete)
  }

  @Test func aShutdownServesTheWaitersFirst() async throws {
    let pool = BoundedPool(lending: [Book()])
    let executor = ManualExecutor()
    let held = try await pool.ownedLease()
    let reader = Task(executorPreference: executor) { try await pool.withElement { $0.copy } }
    executor.run()
    let shutdown = Task(executorPreference: executor) { await pool.shutdown() }
    executor.run()
    await #expect(throws: PoolError.shutdown) { try await pool.lease().release() }
    held.release()
    executor.run()
    #expect(try await reader.value == 0)
    #expect(await shutdown.value.isComplete)
  }

  @Test func aShutdownCanFailTheWaiters() async throws {
    let pool = BoundedPool(lending: [Book()])
    let executor = ManualExecutor()
    let held = try await pool.ownedLease()
    let reader = Task(executorPreference: executor) { try await pool.withElement { $0.copy } }
    executor.run()
    let shutdown = Task(executorPreference: executor) { await pool.shutdown(failingWaiters: true) }
    executor.run()
    await #expect(throws: PoolError.shutdown) { try await reader.value }
    held.release()
    executor.run()
    #expect(await shutdown.value.isComplete)
  }

  @Test func theReportListsTheRemainingHolders() async throws {
    let clock = ManualClock()
    var configuration = PoolConfiguration()
    configuration.clock = clock
    configuration.recordsTimings = true
    let pool = BoundedPool(lending: [Book(), Book()], configuration: configuration)
    let held = try await pool.ownedLease()
    let line = #line - 1
    clock.advance(by: .seconds(7))
    let report = try await shutdown(pool, clock, after: .seconds(1))
    #expect(!report.isComplete)
    let holder = try #require(report.loans.first)
    #expect(report.loans.count == 1)
    #expect(holder.site.description == "PoolsTests/ShutdownTests.swift:\(line)")
    #expect(holder.age == .seconds(8))
    #expect(report.description.contains("ShutdownTests.swift:\(line)"))
    held.release()
    let last = await pool.shutdown()
    #expect(last.isComplete)
  }

  @Test func holdersAreListedAlsoWithoutRecordedLoans() async throws {
    let pool = BoundedPool(capacity: 4, configuration: .plain) { Book() }
    for _ in 0..<300 { try await pool.withElement { $0.take() } }
    let held = try await pool.lease()
    let line = #line - 1
    let report = await pool.shutdown(deadline: .zero)
    #expect(report.loans.map(\.site.line) == [UInt(line)])
    #expect(report.loans.first?.age == nil)
    held.release()
  }

  @Test func cancellingTheShutdownEndsTheWaitAndNotTheShutdown() async throws {
    let pool = BoundedPool(lending: [Book()])
    let held = try await pool.ownedLease()
    let executor = ManualExecutor()
    let shutdown = Task(executorPreference: executor) { await pool.shutdown() }
    executor.run()
    shutdown.cancel()
    executor.run()
    #expect(await shutdown.value.loans.count == 1)
    await #expect(throws: PoolError.shutdown) { try await pool.lease().release() }
    held.release()
    let last = await pool.shutdown()
    #expect(last.isComplete)
  }

  @Test func elementsReturnedAfterShutdownAreDestroyed() async throws {
    let ended = Tally()
    var hooks = PoolHooks<Book>()
    hooks.destroy = { _, _ in ended.add() }
    let pool = BoundedPool(lending: [Book()], hooks: hooks)
    let held = try await pool.lease()
    _ = await pool.shutdown(deadline: .zero)
    held.release()
    #expect(ended.count == 1)
    pool.add(Book())
    #expect(ended.count == 2)
  }

  @Test func warmingUpAPoolThatIsShutDownIsRefused() async {
    let pool = BoundedPool(capacity: 2) { Book() }
    _ = await pool.shutdown()
    await #expect(throws: PoolError.shutdown) { try await pool.warmUp(to: 2) }
  }
}
