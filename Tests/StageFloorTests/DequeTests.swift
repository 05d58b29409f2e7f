import StageFloor
import TestSupport
import Testing

struct DequeTests {
  @Test func elementsLeaveInTheOrderInWhichTheyWereAppended() {
    var deque = Deque<Int>()
    #expect(deque.isEmpty && deque.first == nil && deque.popFirst() == nil)
    for number in 0..<20 { deque.append(number) }
    #expect(deque.count == 20 && deque.first == 0)
    for number in 0..<20 { #expect(deque.popFirst() == number) }
    #expect(deque.isEmpty && deque.popFirst() == nil)
  }

  @Test func prependedElementsLeaveFirst() {
    var deque = Deque<Int>()
    deque.append(1)
    deque.prepend(0)
    for number in 1...40 { deque.prepend(-number) }
    for number in -40...1 { #expect(deque.popFirst() == number) }
    #expect(deque.isEmpty)
  }

  @Test func aCopyIsIndependent() {
    var deque = Deque<Int>()
    for number in 0..<5 { deque.append(number) }
    var copy = deque
    #expect(copy.popFirst() == 0)
    copy.append(5)
    #expect(deque.count == 5 && deque.first == 0)
    #expect(copy.count == 5 && copy.first == 1)
  }

  @Test func aRemovedElementIsReleasedImmediately() {
    final class Element {}
    var deque = Deque<Element>()
    weak var kept: Element?
    for _ in 0..<3 {
      let element = Element()
      deque.append(element)
      kept = kept ?? element
    }
    _ = deque.popFirst()
    #expect(kept == nil)
    #expect(deque.count == 2)
  }

  @Test func itAgreesWithAnArray() throws {
    try withEverySeed(in: 0..<50) { generator in
      var deque = Deque<Int>()
      var model: [Int] = []
      // The share of removals varies, so that the queue grows, wraps around and runs empty.
      let removals = Int.random(in: 2...4, using: &generator)
      for number in 0..<2_000 {
        if generator.oneIn(removals) {
          let expected = model.isEmpty ? nil : model.removeFirst()
          #expect(deque.popFirst() == expected)
          if generator.oneIn(100) {
            while let next = deque.popFirst() { #expect(next == model.removeFirst()) }
            #expect(model.isEmpty)
          }
        } else if generator.oneIn(5) {
          deque.prepend(number)
          model.insert(number, at: 0)
        } else {
          deque.append(number)
          model.append(number)
        }
        #expect(deque.count == model.count && deque.isEmpty == model.isEmpty)
        #expect(deque.first == model.first)
      }
    }
  }
}
