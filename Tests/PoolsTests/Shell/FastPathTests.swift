import CTestSupport
import Foundation
import StageFloor
import StagecraftTestKit
import Synchronization
import TestSupport
import Testing

@testable import StagecraftPools

/// The rare states of the fast path, simulated.
///
/// A thread between two instructions of a return is simulated by a slot that remains `leaving`.
@Suite(.timeLimit(.minutes(3)))
struct FastPathTests {
  private func calmPool(
    _ order: PoolConfiguration.ReuseOrder, capacity: Int = 1
  ) async throws -> BoundedPool<Book> {
    var configuration = PoolConfiguration.plain
    configuration.reuseOrder = order
    let pool = BoundedPool(capacity: capacity, configuration: configuration) { Book() }
    try await onThread {
      for _ in 0..<400 { try pool.withElementBlocking { $0.take() } }
    }
    return pool
  }

  /// Spins until a state between two instructions is reached, for which there is no event.
  private func spin(until isSo: @escaping @Sendable () -> Bool) async throws {
    try await onThread { while !isSo() {} }
  }

  @Test(arguments: [PoolConfiguration.ReuseOrder.nearest, .lastInFirstOut])
  func theFastPathOpensAndClosesWhenABorrowerWaits(order: PoolConfiguration.ReuseOrder)
    async throws
  {
    let pool = try await calmPool(order)
    #expect(pool.core.mode.load(ordering: .relaxed) == 0)
    let held = try await pool.ownedLease()
    let executor = ManualExecutor()
    let reader = Task(executorPreference: executor) { try await pool.withElement { _ in true } }
    executor.run()
    #expect(pool.core.mode.load(ordering: .relaxed) == 1)
    held.release()
    executor.run()
    #expect(try await reader.value)
  }

  @Test(arguments: [true, false])
  func recordingTimingsKeepsTheFastPathClosed(recordsTimings: Bool) {
    var configuration = PoolConfiguration()
    configuration.recordsTimings = recordsTimings
    let pool = ElasticPool(configuration: configuration) { Book() }
    for _ in 0..<400 { pool.withElement { $0.take() } }
    #expect((pool.core.mode.load(ordering: .relaxed) == 0) == !recordsTimings)
  }

  /// A thread returns its element and has said so in the slot, but has not yet looked for waiters.
  ///
  /// A second thread closes the fast path and must look again until the first has decided.
  /// Meanwhile a third finds it closed and the machine without an element, and must not fall asleep
  /// because of that: the element would become idle without a notification.
  @Test(.enabled(if: ProcessBarrier.isAvailable, "Elsewhere no thread waits for another's return."))
  func noThreadFallsAsleepDuringAReturn() async throws {
    let pool = try await calmPool(.nearest)
    // The first thread, in the middle of a return.
    let slot = try #require(pool.core.takeAny())
    slot.header.pointee.state.store(SlotState.leaving, ordering: .sequentiallyConsistent)

    let rousing = Task { try await onThread { pool.trim(.idleLonger(than: .seconds(3_600))) } }
    try await spin(until: { pool.core.mode.load(ordering: .acquiring) != 0 })
    let reading = Task { try await onThread { try pool.withElementBlocking { _ in true } } }
    try await spin(until: {
      pool.core.lock.withLock { pool.core.state.pointee.recallsUnderWay } == 2
    })

    // The first thread had looked before the fast path was closed: the element is idle there.
    slot.becomeIdle()
    #expect(try await reading.value)
    _ = try await rousing.value
    #expect(pool.snapshot.idle == 1)
    #expect(pool.snapshot.waiting == 0)
  }

  /// A thread was preempted in the middle of a return, and another must wait for it.
  ///
  /// The waiting thread may occupy the processor that the other needs.
  @Test(.enabled(if: ProcessBarrier.isAvailable, "Only where returns end with a plain store."))
  func aThreadThatWaitsForADelayedReturnSleeps() async throws {
    let pool = try await calmPool(.nearest)
    let slot = try #require(pool.core.takeAny())
    slot.header.pointee.state.store(SlotState.leaving, ordering: .sequentiallyConsistent)
    let thread = Atomic<Int32>(0)
    let waiting = Task {
      try await onThread {
        thread.store(test_thread_number(), ordering: .releasing)
        pool.trim(.idleLonger(than: .seconds(3_600)))
      }
    }
    try await spin(until: { pool.core.mode.load(ordering: .acquiring) != 0 })
    let number = thread.load(ordering: .acquiring)
    // The other thread is delayed until the waiting one has slept this often.
    let before = test_voluntary_switches(number)
    try await spin(until: { test_voluntary_switches(number) > before + 20 })
    slot.becomeIdle()
    try await waiting.value
    #expect(pool.snapshot.idle == 1)
  }

  @Test func hintsHaveCacheLinesOfTheirOwn() {
    #expect(PoolCore.hintStride * MemoryLayout<Atomic<UInt>>.stride == CacheLine.size)
  }

  /// The same, but the first thread saw that the fast path was closed, and continues in the
  /// machine.
  @Test func aReturnThatFindsTheFastPathClosedUsesTheMachine() async throws {
    let pool = try await calmPool(.nearest)
    let slot = try #require(pool.core.takeAny())
    slot.header.pointee.state.store(SlotState.leaving, ordering: .sequentiallyConsistent)
    let reading = Task { try await onThread { try pool.withElementBlocking { _ in true } } }
    try await spin(until: { pool.core.mode.load(ordering: .acquiring) != 0 })
    pool.core.returnElementSlowly(slot)
    #expect(try await reading.value)
    #expect(pool.snapshot.idle == 1)
  }

  /// Where a return ends with a compare-and-exchange, it is recalled instead of awaited.
  @Test func aRecalledReturnUsesTheMachine() async {
    await #expect(processExitsWith: .success) {
      ProcessBarrier.lose()
      let pool = ElasticPool { Book() }
      for _ in 0..<400 { pool.withElement { $0.take() } }
      precondition(!pool.core.isAsymmetric && pool.core.mode.load(ordering: .relaxed) == 0)
      let lease = pool.lease()
      let state = lease.slot.header
      // This thread is in the middle of the return: it has found the fast path open.
      state.pointee.state.store(SlotState.leaving, ordering: .sequentiallyConsistent)
      pool.trim(.idleLonger(than: .seconds(3_600)))
      precondition(lease.slot.state == SlotState.taken, "The slot was not called back.")
      precondition(pool.snapshot.onLoan == 1)
      lease.release()
      precondition(pool.snapshot.idle == 1)
    }
  }

  /// The owner of an ordered fast path is delayed after it found the fast path open, until the fast
  /// path belongs to another thread.
  @Test func aReturnDelayedWhileTheFastPathChangedItsOwnerUsesTheMachine() async throws {
    let made = Tally()
    let pool = ElasticPool { Book(copy: made.add()) }
    let takeTheLane: @Sendable () -> UInt32 = {
      for _ in 0..<400 { pool.withElement { $0.take() } }
      return pool.core.fastPathOwner.load(ordering: .relaxed)
    }
    let former = try await onThread(takeTheLane)
    let late = pool.lease()
    let owner = try await onThread(takeTheLane)
    #expect(owner != former)
    let hint = pool.core.hints.pointee.load(ordering: .relaxed)
    let isIdle = pool.core.rest(
      late.slot, hint: pool.core.hints, if: pool.core.fastPathOwner, is: former)
    #expect(!isIdle)
    #expect(pool.core.hints.pointee.load(ordering: .relaxed) == hint)
    late.release()
    #expect(pool.snapshot.idle == 2)
    #expect(made.count == 2)
  }

  /// A thread that owned an ordered fast path was delayed in the middle of a return while the fast
  /// path got another owner, which does not look where this thread stores its element.
  @Test func anElementWithoutAHintIsFoundBeforeOneIsCreated() {
    let made = Tally()
    let pool = ElasticPool { Book(copy: made.add()) }
    for _ in 0..<400 { pool.withElement { $0.take() } }
    let first = pool.lease()
    let second = pool.lease()
    let stray = second.slot
    withExtendedLifetime(first) {}
    // The state that the late return leaves: idle, with no hint to it.
    stray.becomeIdle()
    let third = pool.lease()
    #expect(third.slot == stray)
    #expect(made.count == 2)
    third.release()
    _ = stray.take()
    second.release()
  }

  @Test func anOrderedFastPathBelongsToOneThread() async throws {
    let made = Tally()
    let pool = ElasticPool(maximumIdle: 2) { Book(copy: made.add()) }
    for _ in 0..<400 { pool.withElement { $0.take() } }
    // Another thread returns through the machine, and the order is kept.
    try await onThread {
      let first = pool.lease()
      let second = pool.lease()
      first.release()
      second.release()
    }
    #expect(pool.withElement { $0.copy } == 2)
    #expect(pool.snapshot.idle == 2)
    #expect(made.count == 2)
  }
}
