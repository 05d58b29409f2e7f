import StageFloor
import Testing

@Suite("The observers of an object")
struct ObserverListTests {
  @Test("are cancelled in constant time, in any order")
  func cancellationIsConstant() {
    for isReversed in [false, true] {
      var observers = ObserverList<Int>()
      let all = (0..<10_000).map { _ in EventObserver<Int> { _ in } }
      for observer in all { observers.add(observer) }
      for observer in isReversed ? all.reversed() : all { observers.remove(observer) }
      #expect(observers.isEmpty)
      #expect(observers.moveCount <= 10_000)
    }
  }

  @Test("are notified in the order of their registration, also after others were cancelled")
  func order() {
    var observers = ObserverList<Int>()
    let received = Guarded<[Int]>([])
    let all = (0..<20).map { number in
      EventObserver<Int> { _ in received.withLock { $0.append(number) } }
    }
    for observer in all { observers.add(observer) }
    for number in 0..<15 where number != 3 { observers.remove(all[number]) }
    observers.remove(all[0])
    observers.add(all[0])
    observers.places.notify(1)
    #expect(received.copy == [3, 15, 16, 17, 18, 19, 0])
  }

  /// As when a pool that was dropped has released them, while a thread cancels one.
  @Test("are not removed from a list that they are not in")
  func strangers() {
    var (here, there) = (ObserverList<Int>(), ObserverList<Int>())
    let (one, other) = (EventObserver<Int> { _ in }, EventObserver<Int> { _ in })
    here.add(one)
    there.add(other)
    there.remove(one)
    here = ObserverList()
    here.remove(one)
    #expect(!there.isEmpty && here.isEmpty)
  }
}
