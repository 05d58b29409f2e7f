import StageFloor
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct IndexListTests {
  @Test func anEmptyListHasNoEnds() {
    let list = IndexList()
    #expect(list.isEmpty)
    #expect(list.first == nil)
    #expect(list.last == nil)
    #expect(!list.contains(0))
    #expect(Array(list) == [])
  }

  @Test func appendingAddsAtTheBackAndPrependingAtTheFront() {
    var list = IndexList()
    list.append(3)
    list.append(1)
    list.prepend(7)
    #expect(Array(list) == [7, 3, 1])
    #expect(list.first == 7)
    #expect(list.last == 1)
    #expect(list.count == 3)
  }

  @Test func insertingAddsBeforeTheNeighbour() {
    var list = IndexList()
    list.append(0)
    list.append(1)
    list.insert(5, before: 1)
    list.insert(6, before: 0)
    #expect(Array(list) == [6, 0, 5, 1])
    #expect(list.first == 6)
  }

  @Test func anIndexCanBeRemovedAnywhereAndAddedAgain() throws {
    try withEvery("leaving", in: 0..<4) { leaving in
      var list = IndexList()
      for index in 0..<4 { list.append(index) }
      list.remove(leaving)
      #expect(Array(list) == (0..<4).filter { $0 != leaving }, "\(Labels.text)")
      #expect(!list.contains(leaving), "\(Labels.text)")
      list.append(leaving)
      #expect(Array(list) == (0..<4).filter { $0 != leaving } + [leaving], "\(Labels.text)")
    }
  }

  @Test func agreesWithAnArray() throws {
    try withEverySeed(in: 0..<50) { generator in
      var list = IndexList()
      var model: [Int] = []
      for _ in 0..<100 {
        let index = Int.random(in: 0..<10, using: &generator)
        if let place = model.firstIndex(of: index) {
          model.remove(at: place)
          list.remove(index)
        } else if generator.oneIn(2) {
          model.append(index)
          list.append(index)
        } else if let next = model.randomElement(using: &generator), generator.oneIn(2) {
          model.insert(index, at: model.firstIndex(of: next)!)
          list.insert(index, before: next)
        } else {
          model.insert(index, at: 0)
          list.prepend(index)
        }
        try #require(Array(list) == model)
        try #require(list.count == model.count)
        try #require(list.first == model.first && list.last == model.last)
        for index in 0..<12 { try #require(list.contains(index) == model.contains(index)) }
        for (one, next) in zip(model, model.dropFirst()) {
          try #require(list.index(after: one) == next)
        }
      }
    }
  }
}
