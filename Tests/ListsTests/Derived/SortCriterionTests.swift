import StagecraftLists
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct SortCriterionTests {
  @Test
  func theFirstCriterionThatDistinguishesDecides() {
    let copies = [Copy(id: 1, shelf: 2), Copy(id: 2, shelf: 1), Copy(id: 3, shelf: 2)]
    let list = LiveList(copies).sorted(by: [.ascending(\.shelf), .descending(\.id)])
    #expect(list.snapshot().map(\.id) == [2, 3, 1])
    list.sort(by: [.descending(\.shelf), .ascending(\.id)])
    #expect(list.snapshot().map(\.id) == [1, 3, 2])
    list.sort(by: [])
    #expect(list.snapshot().map(\.id) == [1, 2, 3])
  }

  @Test
  func rowsMatchASortedArrayWhileTheListIsEdited() throws {
    try withEverySeed(in: 0..<15) { generator in
      let source = LiveList((0..<20).map { Copy(id: $0, shelf: $0 % 5) })
      let list = source.sorted(by: [.descending { $0.shelf % 3 }, .ascending(\.shelf)])
      let full = source.sorted(by: [
        .ascending { $0.shelf % 2 }, .descending(\.shelf), .ascending(\.id),
      ])
      for _ in 0..<40 {
        source.editSomehow(using: &generator)
        let rows = Array(source.snapshot()).enumerated()
        let expected = rows.sorted {
          (-($0.element.shelf % 3), $0.element.shelf, $0.offset)
            < (-($1.element.shelf % 3), $1.element.shelf, $1.offset)
        }
        try #require(Array(list.snapshot()) == expected.map(\.element))
        let distinct = source.snapshot().sorted {
          ($0.shelf % 2, -$0.shelf, $0.id) < ($1.shelf % 2, -$1.shelf, $1.id)
        }
        try #require(Array(full.snapshot()) == distinct)
      }
    }
  }

  /// Otherwise 2.0 < NaN < 1.0 by identity, and 1.0 < 2.0 by value.
  @Test
  func valuesThatAreNotThemselvesAreLast() {
    let weights = [Weight(id: 3, grams: 1), Weight(id: 2, grams: .nan), Weight(id: 1, grams: 2)]
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let list = LiveList(order.map { weights[$0] })
      let sorted = list.sorted(by: [.ascending(\.grams), .ascending(\.id)])
      #expect(sorted.snapshot().map(\.id) == [3, 1, 2])
      sorted.sort(by: [.descending(\.grams), .ascending(\.id)])
      #expect(sorted.snapshot().map(\.id) == [2, 1, 3])
    }
  }

  @Test
  func valuesThatAreNotThemselvesAreTies() {
    let list = LiveList([Weight(id: 1, grams: .nan), Weight(id: 2, grams: .nan)])
    #expect(list.sorted(by: [.ascending(\.grams)]).snapshot().map(\.id) == [1, 2])
    let byID = list.sorted(by: [.ascending(\.grams), .descending(\.id)])
    #expect(byID.snapshot().map(\.id) == [2, 1])
  }
}

private struct Weight: Identifiable, Sendable {
  let id: Int
  let grams: Double
}
