import StagecraftPools
import StagecraftTestKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct BlockingTests {
  /// A pool with a book, and a stream with an event for each borrower that joins the line.
  private func library(
    copies: Int = 1, overtaking: PoolConfiguration.Overtaking = .briefly
  ) -> (BoundedPool<Book>, Joins.AsyncIterator) {
    var configuration = PoolConfiguration()
    configuration.overtaking = overtaking
    let pool = BoundedPool(
      lending: (1...copies).map { Book(copy: $0) }, configuration: configuration)
    let joins = pool.events.compactMap { event in
      if case .waiting(let count) = event { count } else { nil }
    }
    return (pool, joins.makeAsyncIterator())
  }

  private typealias Joins = AsyncCompactMapSequence<AsyncStream<PoolEvent>, Int>

  @Test(arguments: [PoolConfiguration.Overtaking.briefly, .strict])
  func aThreadSleepsUntilItIsServed(overtaking: PoolConfiguration.Overtaking) async throws {
    var (pool, joins) = library(overtaking: overtaking)
    let held = try await pool.ownedLease()
    let reader = Task { [pool] in
      try await onThread { try pool.withElementBlocking { $0.copy } }
    }
    #expect(await joins.next() == 1)
    held.release()
    #expect(try await reader.value == 1)
    #expect(pool.snapshot.idle == 1)
  }

  @Test func threadsAndTasksWaitInOneLine() async throws {
    var (pool, joins) = library()
    let executor = ManualExecutor()
    let served = Served()
    let held = try await pool.ownedLease()

    let thread = Task { [pool] in
      try await onThread { try pool.withElementBlocking { _ in served.note(1) } }
    }
    #expect(await joins.next() == 1)
    let task = Task(executorPreference: executor) { [pool] in
      try await pool.withElement { _ in served.note(2) }
    }
    executor.run()
    #expect(await joins.next() == 2)
    let last = Task { [pool] in
      try await onThread { try pool.withElementBlocking { _ in served.note(3) } }
    }
    #expect(await joins.next() == 3)

    held.release()
    try await executor.nextJob()
    executor.run()
    try await thread.value
    try await task.value
    try await last.value
    #expect(served.all == [1, 2, 3])
  }

  @Test func aThreadsWaitEndsAtItsTimeout() async throws {
    let (pool, _) = library()
    let held = try await pool.ownedLease()
    let error = await #expect(throws: PoolError.self) {
      try await onThread {
        try pool.leaseBlocking(timeout: .after(.milliseconds(2))).release()
      }
    }
    #expect(error == .timedOut)
    #expect(error.flatMap(\.waited) ?? .zero >= .milliseconds(2))
    #expect(pool.snapshot.waiting == 0)
    held.release()
    #expect(pool.snapshot.idle == 1)
  }

  @Test func aThreadsDeadlineFollowsAnInjectedClock() async throws {
    let clock = ManualClock()
    var configuration = PoolConfiguration()
    configuration.clock = clock
    let pool = BoundedPool(lending: [Book](), configuration: configuration)
    let reader = Task {
      try await onThread { try pool.leaseBlocking(timeout: .after(.seconds(3))).release() }
    }
    #expect(try await clock.nextSleep().deadline.sinceStart == .seconds(3))
    clock.advance(by: .seconds(3))
    await #expect(throws: PoolError.timedOut) { try await reader.value }
  }

  @Test func aThreadCanWaitForAnElementThatThePoolMakes() async throws {
    let pool = BoundedPool(capacity: 1) { Book(copy: 9) }
    #expect(try await onThread { try pool.withElementBlocking { $0.copy } } == 9)
  }

  @Test func nestedBorrowingOnAThreadThatWouldDeadlockThrows() async throws {
    var configuration = PoolConfiguration()
    configuration.nestedBorrowing = .refused
    let pool = BoundedPool(lending: [Book()], configuration: configuration)
    await #expect(throws: PoolError.wouldDeadlock) {
      try await onThread {
        try pool.withElementBlocking { _ in try pool.withElementBlocking { _ in } }
      }
    }
    #expect(pool.snapshot.idle == 1)
  }
}
