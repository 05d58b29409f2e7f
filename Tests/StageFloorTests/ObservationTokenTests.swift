import Dispatch
import StageFloor
import Synchronization
import TestSupport
import Testing

struct ObservationTokenTests {
  @Test func cancellingTwiceRemovesOnce() {
    let removals = Atomic(0)
    let token = ObservationToken { removals.add(1, ordering: .relaxed) }
    token.cancel()
    token.cancel()
    #expect(removals.load(ordering: .relaxed) == 1)
  }

  @Test func releasingRemoves() {
    let removals = Atomic(0)
    do { _ = ObservationToken { removals.add(1, ordering: .relaxed) } }
    #expect(removals.load(ordering: .relaxed) == 1)
  }

  /// One thread has begun to cancel and has not stopped the observer yet.
  ///
  /// The call of another one must not return before the observer is stopped.
  @Test(.timeLimit(.minutes(3)))
  func cancellingStopsTheObserver_whileAnotherCallIsInProgress() async throws {
    let (hasBegun, mayContinue) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let calls = Atomic(0)
    let isStopped = Atomic(false)
    let token = ObservationToken.stopping(untilEnded: {
      if calls.add(1, ordering: .relaxed).oldValue == 0 {
        hasBegun.signal()
        mayContinue.wait()
      }
      isStopped.store(true, ordering: .releasing)
      return true
    })
    async let first: Void = onThread { token.cancel() }
    let wasStopped = try await onThread {
      hasBegun.wait()
      token.cancel()
      return isStopped.load(ordering: .acquiring)
    }
    mayContinue.signal()
    try await first
    #expect(wasStopped)
    token.cancel()
    #expect(calls.load(ordering: .relaxed) == 2)
  }

  /// The first call may have had to leave the end to another thread.
  @Test func cancellingAgainEnds_ifTheFirstCallCouldNot() {
    let calls = Atomic(0)
    do {
      let token = ObservationToken.stopping(untilEnded: {
        calls.add(1, ordering: .relaxed).newValue == 2
      })
      for _ in 0..<3 { token.cancel() }
    }
    #expect(calls.load(ordering: .relaxed) == 2)
  }

  @Test func cancelledObserverReceivesNothing() {
    let sum = Atomic(0)
    let observer = EventObserver<Int> { sum.add($0, ordering: .relaxed) }
    [observer, observer].notify(2)
    #expect(observer.cancel())
    #expect(!observer.cancel())
    [observer].notify(3)
    #expect(sum.load(ordering: .relaxed) == 4)
  }
}
