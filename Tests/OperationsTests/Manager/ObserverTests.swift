import Foundation
import StageFloor
import TestSupport
import Testing

@testable import StagecraftOperations

@Suite("Adding and cancelling observers", .timeLimit(.minutes(3)))
struct ObserverTests {
  /// The three submissions are events that wait for the end of the first delivery.
  @Test("An observer that is added during a delivery receives no event from before")
  func observerAddedDuringADelivery() {
    let desk = SteppedManager()
    let late = Log()
    let observations = Locked<[ObservationToken]>([])
    let first = desk.manager.observe { event in
      guard event.name == "one", case .submitted = event.kind else { return }
      for name in ["two", "three", "four"] { desk.manager.submit(OperationOptions(name)) {} }
      let second = desk.manager.observe { late.note("\($0.name) \($0.kind)") }
      observations.withLock { $0.append(second) }
      desk.manager.submit("five") {}
    }
    observations.withLock { $0.append(first) }
    desk.manager.submit("one") {}
    #expect(late.entries == ["five submitted", "five ready"])
    desk.run()
    #expect(late.entries.filter { $0.hasSuffix("ended(succeeded)") }.count == 5)
    observations.withLock { $0.removeAll() }
  }

  @Test("Cancelling an observation does not wait for the lock that all managers share")
  func cancellingWithoutTheSharedLock() async throws {
    let manager = OperationManager("desk")
    let observation = manager.observe { _ in }
    let isCancelled = Locked(false)
    let isCancelledInTime = try await onThread {
      Engine.shared.lock.withLock {
        let end = ContinuousClock.now + .seconds(10)
        let other = Thread {
          observation.cancel()
          isCancelled.withLock { $0 = true }
        }
        other.start()
        while !isCancelled.withLock({ $0 }), ContinuousClock.now < end {}
        return isCancelled.withLock { $0 }
      }
    }
    #expect(isCancelledInTime)
    #expect(!manager.isObserved)
  }

  @Test("A cancelled observation moves one other at most, in any order", arguments: 1...3)
  func cancellingIsConstant(seed: UInt64) {
    let desk = SteppedManager()
    let log = Log()
    var generator = SeededGenerator(seed: seed)
    var observations = (0..<1_000).map { number in
      desk.manager.observe { event in
        if case .submitted = event.kind { log.note("\(number)") }
      }
    }
    var left = Array(0..<1_000)
    while observations.count > 10 {
      let index = Int.random(in: 0..<observations.count, using: &generator)
      observations.remove(at: index).cancel()
      left.remove(at: index)
    }
    #expect(desk.manager.observers.moveCount <= 990)
    desk.manager.submit {}
    #expect(log.entries == left.map { "\($0)" })
    for observation in observations { observation.cancel() }
    #expect(!desk.manager.isObserved)
    desk.run()
  }
}
