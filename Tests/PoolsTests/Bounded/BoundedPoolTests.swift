import StagecraftPools
import StagecraftTestKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct BoundedPoolTests {
  private func pool(
    capacity: Int, made: Tally = Tally(),
    _ configure: (inout PoolConfiguration) -> Void = { _ in }
  ) -> BoundedPool<Book> {
    var configuration = PoolConfiguration()
    configure(&configuration)
    return BoundedPool(capacity: capacity, configuration: configuration) { Book(copy: made.add()) }
  }

  @Test func makesElementsOnDemandUpToItsCapacity() async throws {
    let made = Tally()
    let pool = pool(capacity: 2, made: made)
    #expect(pool.copyOnLoan() == nil)
    let first = try await pool.ownedLease()
    let second = try await pool.ownedLease()
    #expect(made.count == 2)
    #expect(first.element !== second.element)
    await #expect(throws: PoolError.timedOut) {
      try await pool.lease(timeout: .after(.zero)).release()
    }
    first.release()
    #expect(pool.copyOnLoan() == 1)
    second.release()
  }

  @Test func lendsAStockInTurn() async throws {
    let pool = BoundedPool(lending: (1...3).map { Book(copy: $0) })
    var order: [Int] = []
    for _ in 0..<7 { try await pool.withElement { order.append($0.copy) } }
    #expect(order == [1, 2, 3, 1, 2, 3, 1])
    #expect(pool.trim(.all) == 0)
    #expect(pool.snapshot.capacity == 3)
  }

  @Test func servesTasksInFIFOOrder() async throws {
    let pool = BoundedPool(lending: [Book()])
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
    held.release()
    executor.run()
    for reader in readers { try await reader.value }
    #expect(served.all == Array(0..<10))
    #expect(pool.snapshot.idle == 1)
  }

  @Test func aCancelledWaiterLeavesTheLineAndNoElementIsLost() async throws {
    let pool = BoundedPool(lending: [Book()])
    let executor = ManualExecutor()
    let held = try await pool.ownedLease()
    let impatient = Task(executorPreference: executor) { try await pool.withElement { $0.copy } }
    let patient = Task(executorPreference: executor) { try await pool.withElement { $0.copy } }
    executor.run()
    #expect(pool.snapshot.waiting == 2)
    impatient.cancel()
    #expect(pool.snapshot.waiting == 1)
    held.release()
    executor.run()
    await #expect(throws: CancellationError.self) { try await impatient.value }
    #expect(try await patient.value == 0)
    #expect(pool.snapshot.idle == 1)
    #expect(pool.snapshot.cancellations == 1)
  }

  @Test func aTaskCancelledBeforeItWaitsDoesNotWait() async throws {
    let pool = BoundedPool(lending: [Book]())
    let executor = ManualExecutor()
    let reader = Task(executorPreference: executor) { try await pool.withElement { $0.copy } }
    reader.cancel()
    executor.run()
    await #expect(throws: CancellationError.self) { try await reader.value }
    #expect(pool.snapshot.waiting == 0)
  }

  @Test func anIdleElementIsLentToACancelledTask() async throws {
    let pool = BoundedPool(lending: [Book(copy: 4)])
    let executor = ManualExecutor()
    let reader = Task(executorPreference: executor) { try await pool.withElement { $0.copy } }
    reader.cancel()
    executor.run()
    #expect(try await reader.value == 4)
  }

  @Test func waitsEndAtTheirDeadlinesWithOneAlarm() async throws {
    let clock = ManualClock()
    var configuration = PoolConfiguration()
    configuration.clock = clock
    configuration.name = "atlases"
    let pool = BoundedPool(lending: [Book](), configuration: configuration)
    let executor = ManualExecutor()
    let slow = Task(executorPreference: executor) { try await pool.lease().release() }
    executor.run()
    #expect(try await clock.nextSleep().deadline.sinceStart == .seconds(30))
    let quick = Task(executorPreference: executor) {
      try await pool.lease(timeout: .after(.seconds(2))).release()
    }
    executor.run()
    #expect(try await clock.nextSleep().deadline.sinceStart == .seconds(2))
    clock.advance(by: .seconds(2))
    #expect(try await clock.nextSleep().deadline.sinceStart == .seconds(30))
    executor.run()
    let error = await #expect(throws: PoolError.self) { try await quick.value }
    #expect(error == .timedOut)
    #expect(error?.description.contains("atlases") == true)
    #expect(error?.waited == .seconds(2))
    #expect(pool.snapshot.waiting == 1)
    pool.add(Book())
    executor.run()
    try await slow.value
    #expect(pool.snapshot.timeouts == 1)
  }

  /// Many short waits end close to each other, so setting the alarm and its firing often coincide.
  @Test func noTimeoutIsLostAmongManyShortWaits() async throws {
    let pool = BoundedPool(lending: [Book()])
    let held = try await pool.ownedLease()
    await withTaskGroup { group in
      for reader in 0..<24 {
        group.addTask {
          for round in 0..<40 {
            let patience = Duration.microseconds(500 + (reader * 37 + round * 101) % 900)
            await #expect(throws: PoolError.timedOut) {
              try await pool.lease(timeout: .after(patience)).release()
            }
          }
        }
      }
    }
    held.release()
    #expect(pool.snapshot.timeouts == 24 * 40)
  }

  @Test func anAddedCopyServesTheLongestWaiter() async throws {
    let pool = BoundedPool(lending: [Book(copy: 1), Book(copy: 2)])
    let executor = ManualExecutor()
    let held = [try await pool.ownedLease(), try await pool.ownedLease()]
    let readers = (0..<2).map { _ in
      let task = Task(executorPreference: executor) { try await pool.ownedLease() }
      executor.run()
      return task
    }
    pool.add(Book(copy: 3))
    executor.run()
    #expect(try await readers[0].value.element.copy == 3)
    #expect(pool.snapshot.waiting == 1)
    #expect(pool.snapshot.capacity == 3)
    held[0].release()
    executor.run()
    #expect(try await readers[1].value.element.copy == 1)
    held[1].release()
  }

  @Test func aLoweredCapacityTakesEffectAsElementsAreReturned() async throws {
    let pool = pool(capacity: 3)
    let leases = [
      try await pool.ownedLease(), try await pool.ownedLease(), try await pool.ownedLease(),
    ]
    pool.setCapacity(1)
    leases[0].release()
    leases[1].release()
    #expect(pool.snapshot.idle == 0)
    #expect(pool.snapshot.discarded == [.overCapacity: 2])
    leases[2].release()
    #expect(pool.snapshot.idle == 1)
    pool.setCapacity(0)
    #expect(pool.snapshot.idle == 0)
    let executor = ManualExecutor()
    let reader = Task(executorPreference: executor) { try await pool.withElement { $0.copy } }
    executor.run()
    #expect(pool.snapshot.waiting == 1)
    pool.setCapacity(1)
    try await executor.nextJob()
    executor.run()
    #expect(try await reader.value == 4)
  }

  @Test func warmingUpCreatesElementsInAdvance() async throws {
    let made = Tally()
    let pool = pool(capacity: 4, made: made)
    try await pool.warmUp(to: 3)
    #expect(pool.snapshot.idle == 3)
    try await pool.warmUp(to: 100)
    #expect(pool.snapshot.idle == 4)
    #expect(made.count == 4)
  }

  /// One caller requests a single element, another three; the second of the three is never created.
  @Test func aWarmUpDoesNotWaitForTheElementsOfAnother() async throws {
    let made = Tally()
    let gate = AsyncStream<Void>.makeStream()
    var configuration = PoolConfiguration()
    configuration.creation.maximumConcurrency = 1
    let pool = BoundedPool(capacity: 3, configuration: configuration) { () -> Book in
      if made.add() > 1 {
        for await _ in gate.stream {}
        throw Flooded(attempt: 2)
      }
      return Book()
    }
    let three = Task { try await pool.warmUp(to: 3) }
    try await pool.warmUp(to: 1)
    #expect(pool.snapshot.idle == 1)
    gate.continuation.finish()
    await #expect(throws: Flooded(attempt: 2)) { try await three.value }
  }

  @Test func aFailingWarmUpThrowsTheError() async {
    let pool = BoundedPool<Book>(capacity: 2) { throw Flooded(attempt: 3) }
    await #expect(throws: Flooded(attempt: 3)) { try await pool.warmUp(to: 2) }
  }

  @Test func aWarmUpEndsAtAShutdown() async {
    for _ in 0..<300 {
      let pool = BoundedPool(capacity: 2) { () -> Book in
        await Task.yield()
        return Book()
      }
      let warming = Task { try await pool.warmUp(to: 2) }
      let report = await pool.shutdown()
      #expect(report.isComplete)
      do { try await warming.value } catch { #expect(error as? PoolError == .shutdown) }
    }
  }

  @Test func anAcquiredObjectCanBeReleasedAnywhereAndAfterShutdown() async throws {
    let pool = BoundedPool(lending: [Book(copy: 1), Book(copy: 2)])
    let first = try await pool.acquire(preferring: "Central")
    let second = try await pool.acquire()
    #expect(try await onThread { pool.release(first) })
    #expect(!pool.release(first))
    #expect(try await pool.acquire(preferring: "Central") === first)
    let report = await pool.shutdown(deadline: .zero)
    #expect(report.loans.count == 2)
    #expect(pool.release(second))
    #expect(!pool.release(second))
    #expect(pool.release(first))
    let last = await pool.shutdown()
    #expect(last.isComplete)
  }

  @Test func anOwnedLeaseCanDiscardItsElement() async throws {
    let pool = pool(capacity: 1)
    let lease = try await pool.ownedLease()
    lease.discard()
    lease.release()
    #expect(pool.snapshot.discarded == [.byBorrower: 1])
    #expect(try await pool.withElement { $0.copy } == 2)
  }

  /// Nor is it trimmed; its configuration has no rules for either.
  @Test func aStockDoesNotAge() async throws {
    let pool = BoundedPool(lending: [Book(copy: 1), Book(copy: 2)])
    for _ in 0..<4 { try await pool.withElement { $0.take() } }
    #expect(pool.trim(.all) == 0)
    #expect(pool.snapshot.idle == 2)
    #expect(pool.snapshot.discarded.isEmpty)
  }

  /// No user code runs while the pool is locked, so all of it may use the pool.
  @Test func hooksAndObserversMayUseThePool() async throws {
    let seen = Tally()
    let box = Locked<BoundedPool<Book>?>(nil)
    let look: @Sendable () -> Void = {
      guard seen.count < 20, let pool = box.value else { return }
      seen.add()
      _ = pool.snapshot
      pool.trim(.fraction(0))
      _ = pool.copyOnLoan()
    }
    var hooks = PoolHooks<Book>()
    hooks.onReturn = { _ in
      look()
      return .reuse
    }
    hooks.prepareForReuse = { _ in look() }
    hooks.validate = { _ in
      look()
      return true
    }
    hooks.destroy = { _, _ in look() }
    var configuration = PoolConfiguration()
    configuration.validationWindow = .zero
    configuration.nestedBorrowing = .allowed
    let pool = BoundedPool(capacity: 2, configuration: configuration, hooks: hooks) { Book() }
    let observation = pool.observe { _ in look() }
    box.update { $0 = pool }
    for _ in 0..<5 { try await pool.withElement { $0.take() } }
    try await pool.lease().discard()
    box.update { $0 = nil }
    #expect(seen.count == 20)
    observation.cancel()
    #expect(pool.snapshot.onLoan == 0)
  }

  @Test func nestedBorrowingThatWouldDeadlockThrows() async throws {
    let pool = pool(capacity: 1) { $0.nestedBorrowing = .refused }
    try await pool.withElement { _ in
      let inner = await #expect(throws: PoolError.self) { try await pool.lease().release() }
      #expect(inner == .wouldDeadlock)
    }
    #expect(pool.snapshot.waiting == 0)
    #expect(pool.snapshot.idle == 1)
    // Other tasks can wait as usual.
    let held = try await pool.ownedLease()
    let executor = ManualExecutor()
    let other = Task(executorPreference: executor) { try await pool.withElement { _ in true } }
    executor.run()
    held.release()
    executor.run()
    #expect(try await other.value)
  }

  @Test func nestedBorrowingOfIdleElementsIsNoDeadlock() async throws {
    let pool = pool(capacity: 2) { $0.nestedBorrowing = .refused }
    try await pool.withElement { first in
      let outer = first
      try await pool.withElement { second in #expect(second !== outer) }
    }
  }

  @Test func observersAreNotifiedOfLongHolds() async throws {
    let clock = ManualClock()
    let heard = Tally()
    let (returns, back) = AsyncStream.makeStream(of: Duration.self)
    let (reports, report) = AsyncStream.makeStream(of: Duration.self)
    let pool = pool(capacity: 1) {
      $0.clock = clock
      $0.longHoldThreshold = .seconds(10)
    }
    let observation = pool.observe { event in
      heard.add()
      if case .heldLong(let site, let age) = event, site.fileID.contains("BoundedPoolTests") {
        report.yield(age)
      }
      if case .returnedAfterLongHold(_, let age) = event { back.yield(age) }
    }
    let lease = try await pool.ownedLease()
    while try await clock.nextSleep().deadline.sinceStart != .seconds(10) {}
    clock.advance(by: .seconds(11))
    var reported = reports.makeAsyncIterator()
    #expect(await reported.next() == .seconds(11))
    clock.advance(by: .seconds(1))
    lease.release()
    var returned = returns.makeAsyncIterator()
    #expect(await returned.next() == .seconds(12))
    #expect(pool.snapshot.longHolds == 1)
    observation.cancel()
  }

  @Test func timingsAreRecordedOnRequest() async throws {
    let clock = ManualClock()
    let pool = pool(capacity: 1) {
      $0.clock = clock
      $0.recordsTimings = true
    }
    try await pool.withElement { _ in clock.advance(by: .milliseconds(3)) }
    let timings = try #require(pool.snapshot.timings)
    #expect(timings.holds.count == 1)
    #expect(timings.holds.longest == .milliseconds(3))
    #expect(timings.creations.count == 1)
  }

  @Test func agedElementsAreReplaced() async throws {
    let clock = ManualClock()
    let made = Tally()
    let pool = pool(capacity: 1, made: made) {
      $0.clock = clock
      $0.expiration.maximumLifetime = .seconds(100)
      $0.expiration.lifetimeJitter = 0
      $0.expiration.maximumUses = 3
    }
    for _ in 0..<3 { try await pool.withElement { _ in } }
    #expect(pool.snapshot.discarded == [.usedUp: 1])
    try await pool.withElement { _ in clock.advance(by: .seconds(100)) }
    #expect(pool.snapshot.discarded == [.usedUp: 1, .tooOld: 1])
    #expect(made.count == 2)
  }
}

/// Records the served borrowers, in order.
final class Served: Sendable {
  private let readers = Locked<[Int]>([])
  var all: [Int] { readers.value }
  func note(_ reader: Int) { readers.update { $0.append(reader) } }
}

extension BoundedPool<Book> {
  /// The number of the idle copy, if there is one.
  func copyOnLoan() -> Int? {
    guard let lease = tryLease() else { return nil }
    return lease.element.copy
  }
}
