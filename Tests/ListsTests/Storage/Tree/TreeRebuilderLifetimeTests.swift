import TestSupport
import Testing

@testable import StagecraftLists

@Suite(.onSeparateThread, .timeLimit(.minutes(3)))
struct TreeRebuilderLifetimeTests {
  struct Refused: Error {}

  @Test
  func rebuiltListsReleaseTheirRows() throws {
    try withEverySeed(in: 0..<10) { generator in
      let tracker = LifetimeTracker()
      do {
        var model = ListTreeModel<Int>(
          shape: TreeShape(leaf: 5, inner: 4), count: 300, tracker: tracker)
        var kept = [model.keep()]
        for _ in 0..<10 {
          model.rebuild(using: &generator)
          if generator.oneIn(2) { kept.append(model.keep()) }
          if kept.count > 3 { kept.removeFirst() }
        }
      }
      try #require(tracker.alive == 0)
    }
  }

  @Test
  func filteredListsReleaseTheirRows() throws {
    let tracker = LifetimeTracker()
    do {
      let model = ListTreeModel<Int>(
        shape: TreeShape(leaf: 5, inner: 4), count: 300, tracker: tracker)
      var removed: [Book<Int>] = []
      let rest = model.tree.removing({ $0.id % 3 == 0 }, version: 2, into: &removed)
      rest.checkInvariants()
      try expectContents(of: rest, toBe: model.books.filter { $0.id % 3 != 0 })
      #expect(removed == model.books.filter { $0.id % 3 == 0 })
      removed = []
      #expect(throws: Refused.self) {
        _ = try model.tree.removing(
          { book throws(Refused) in
            if book.id == 200 { throw Refused() }
            return book.id % 2 == 0
          }, version: 2, into: &removed)
      }
      try expectContents(of: model.tree, toBe: model.books)
    }
    #expect(tracker.alive == 0)
  }

  @Test
  func replacedAndRemovedRowsAreReleased() async {
    let tracker = LifetimeTracker()
    do {
      let list = LiveList((0..<500).map { Book(id: $0, edition: 0, object: tracker.make()) })
      list.replaceAll(
        with: (200..<600).reversed().map { Book(id: $0, edition: 0, object: tracker.make()) })
      list.removeAll { $0.id % 2 == 0 }
      list.replaceAll(with: Array(list.snapshot()).shuffled())
      list.replaceAll(with: [Book(id: 1, edition: 0), Book(id: 1, edition: 1)])
    }
    await tracker.allEnded()
    #expect(tracker.alive == 0)
  }
}
