import StageFloor
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct GuardedTests {
  @Test func threadsDoNotLoseAnUpdate() async {
    final class Counter: Sendable {
      let number = Guarded(0)
    }
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<10_000 { counter.number.withLock { $0 += 1 } } }
      }
    }
    #expect(counter.number.withLock { $0 } == 80_000)
  }

  @Test func exchangeReturnsThePreviousValue() {
    let name = Guarded<String?>("Momo")
    #expect(name.exchange(nil) == "Momo")
    #expect(name.exchange("Emil") == nil)
  }

  @Test func errorsPassAndUnlock() {
    struct Refused: Error {}
    let number = Guarded(1)
    #expect(throws: Refused.self) { try number.withLock { _ throws(Refused) in throw Refused() } }
    #expect(number.withLock { $0 } == 1)
  }

  @Test func valueIsReleasedWithTheLock() {
    let tracker = LifetimeTracker()
    do {
      let object = Guarded(tracker.make())
      #expect(tracker.alive == 1)
      _ = object.withLock { ObjectIdentifier($0) }
    }
    #expect(tracker.alive == 0)
  }
}
