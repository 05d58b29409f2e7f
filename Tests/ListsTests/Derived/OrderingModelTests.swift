import StagecraftLists
import TestSupport
import Testing

/// Returns the rows in the order of a stable sort.
private func sorted(
  _ rows: some Sequence<Copy>, by areInIncreasingOrder: (Copy, Copy) -> Bool
) -> [Copy] {
  rows.enumerated()
    .sorted { one, other in
      if areInIncreasingOrder(one.element, other.element) { return true }
      if areInIncreasingOrder(other.element, one.element) { return false }
      return one.offset < other.offset
    }
    .map(\.element)
}

@Suite(.onSeparateThread, .timeLimit(.minutes(3)))
struct OrderingModelTests {
  @Test
  func rowsMatchAStableSortAndChangesAreExact() throws {
    try withEverySeed(in: 0..<15) { generator in
      let source = LiveList((0..<20).map { Copy(id: $0, shelf: $0 % 5) })
      let byShelf = source.sorted { $0.shelf < $1.shelf }
      let byNumber = source.sorted(on: \.id)
      let chain = source.mapped { $0.shelf }.sorted { $0.value > $1.value }
        .filtered { $0.value % 2 == 0 }
      var probes = (FollowingProbe(byShelf), FollowingProbe(byNumber), FollowingProbe(chain))
      for _ in 0..<60 {
        for _ in 0..<Int.random(in: 0...8, using: &generator) {
          source.editSomehow(using: &generator)
        }
        let rows = Array(source.snapshot())
        try probes.0.expect(sorted(rows) { $0.shelf < $1.shelf })
        if generator.oneIn(2) { try probes.1.expect(sorted(rows) { $0.id < $1.id }) }
        if generator.oneIn(3) {
          let expected = sorted(rows) { $0.shelf > $1.shelf }.filter { $0.shelf % 2 == 0 }
          try probes.2.expect(expected.map { MappedElement(id: $0.id, value: $0.shelf) })
        }
      }
    }
  }

  @Test
  func wideRowsMatchAStableSort() throws {
    try withEverySeed(in: 0..<10) { generator in
      for count in [0, 1, 2, 3, 40, 1_000] {
        let copies = (0..<count).map { number in
          Copy(id: number, shelf: Int.random(in: 0..<20, using: &generator))
        }
        let source = LiveList(copies.map { WideRow(copy: $0) })
        let list = source.sorted { $0.copy.shelf < $1.copy.shelf }
        #expect(list.snapshot().map(\.copy) == sorted(copies) { $0.shelf < $1.shelf })
        #expect(list.snapshot().allSatisfy { $0.words == ["row", "\($0.id)"] })
        list.sort { $0.copy.shelf > $1.copy.shelf }
        #expect(list.snapshot().map(\.copy) == sorted(copies) { $0.shelf > $1.shelf })
        let groups = source.grouped(
          by: { $0.copy.shelf % 3 }, sortedBy: { $0.copy.shelf < $1.copy.shelf })
        #expect(
          groups.snapshot().rows.map(\.copy)
            == sorted(copies) { ($0.shelf % 3, $0.shelf) < ($1.shelf % 3, $1.shelf) })
      }
    }
  }

  @Test
  func newOrderAndEditsAreOneTransition() throws {
    try withEverySeed(in: 0..<30) { generator in
      let source = LiveList((0..<20).map { Copy(id: $0, shelf: $0 % 5) })
      let orders: [@Sendable (Copy, Copy) -> Bool] = [
        { $0.shelf < $1.shelf }, { $0.shelf > $1.shelf }, { $0.id < $1.id },
        { $0.id % 7 < $1.id % 7 }, { _, _ in false },
      ]
      var order = orders[0]
      let list = source.sorted(by: order)
      var probe = FollowingProbe(list)
      for _ in 0..<60 {
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          source.editSomehow(using: &generator)
        }
        if generator.oneIn(2) {
          order = orders.randomElement(using: &generator) ?? order
          list.sort(by: order)
        }
        try probe.expect(sorted(source.snapshot(), by: order))
      }
    }
  }

  /// A comparison that contradicts itself neither traps nor loses rows.
  @Test
  func inconsistentOrderGivesSomeOrder() throws {
    try withEverySeed(in: 0..<15) { generator in
      let source = LiveList((0..<20).map { Copy(id: $0, shelf: $0 % 5) })
      let list = source.sorted { _, _ in true }
      var last = list.snapshot()
      for _ in 0..<40 {
        source.editSomehow(using: &generator)
        let step = list.changes(since: last)
        try step.changes.validate()
        #expect(Set(step.new) == Set(source.snapshot()), "\(Labels.text)")
        #expect(step.changes.apply(to: Array(last)) { step.new[$0] } == Array(step.new))
        last = step.new
      }
    }
  }
}

private struct WideRow: Identifiable, Equatable, Sendable {
  let copy: Copy
  let words: [String]
  let title, author, branch, publisher, language: String
  var id: Int { copy.id }

  init(copy: Copy) {
    self.copy = copy
    words = ["row", "\(copy.id)"]
    title = "the title of copy \(copy.id)"
    author = "the author of copy \(copy.id)"
    branch = "the branch of copy \(copy.id)"
    publisher = "the publisher of copy \(copy.id)"
    language = "the language of copy \(copy.id)"
  }

  static func == (one: WideRow, other: WideRow) -> Bool { one.copy == other.copy }
}
