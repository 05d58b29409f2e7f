import StageFloor
import Synchronization
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
