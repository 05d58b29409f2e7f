import StagecraftLists
import TestSupport
import Testing

/// A section of the model.
private struct Shelf: Equatable {
  var key: Int
  var rows: [Copy]
}

@Suite(.onSeparateThread, .timeLimit(.minutes(3)))
struct GroupingModelTests {
  private struct Probe {
    let list: GroupedList<Int, Copy>
    var last: GroupedSnapshot<Int, Copy>

    init(_ list: GroupedList<Int, Copy>) {
      self.list = list
      last = list.snapshot()
    }

    mutating func expect(_ shelves: [Shelf]) throws {
      let step = list.changes(since: last)
      let now = step.new.sections.map { Shelf(key: $0.key, rows: Array($0)) }
      try #require(now == shelves)
      try #require(step.new.count == shelves.reduce(0) { $0 + $1.rows.count })
      try step.changes.validate()
      let rows = last.sections.map { Array($0) }
      let replayed = step.changes.apply(to: rows) { step.new[$0] }
      try #require(replayed == shelves.map(\.rows))
      for update in step.changes.updates {
        try #require(last[update.old].id == step.new[update.new].id)
        try #require(step.changes.newPath(of: update.old) == update.new)
        try #require(step.changes.oldPath(of: update.new) == update.old)
      }
      for move in step.changes.moves {
        try #require(last[move.source].id == step.new[move.target].id)
        try #require(step.changes.newPath(of: move.source) == move.target)
      }
      for (number, shelf) in shelves.enumerated() {
        for (row, copy) in shelf.rows.enumerated() {
          try #require(step.new.index(of: copy.id) == RowPath(section: number, row: row))
        }
        try #require(step.new.sections.index(of: shelf.key) == number)
      }
      try #require(list.snapshot().isIdentical(to: step.new))
      last = step.new
    }
  }

  private func shelves(
    _ rows: [Copy], by key: (Copy) -> Int, order: (Copy, Copy) -> Bool = { _, _ in false },
    descending: Bool = false, kept: Set<Int> = []
  ) -> [Shelf] {
    let keys = Set(rows.map(key)).union(kept).sorted { descending ? $0 > $1 : $0 < $1 }
    return keys.map { shelf in
      let rows = rows.filter { key($0) == shelf }.enumerated()
        .sorted { one, other in
          if order(one.element, other.element) { return true }
          if order(other.element, one.element) { return false }
          return one.offset < other.offset
        }
      return Shelf(key: shelf, rows: rows.map(\.element))
    }
  }

  @Test
  func sectionsMatchTheModelAndChangesAreExact() throws {
    try withEverySeed(in: 0..<30) { generator in
      let source = LiveList((0..<20).map { Copy(id: $0, shelf: $0 % 5) })
      let byShelf = source.grouped(by: \.shelf)
      let sorted = source.grouped(
        by: { $0.shelf }, sectionsSortedBy: { $0 > $1 }, sortedBy: { $0.id % 7 < $1.id % 7 })
      let keeping = source.grouped(by: \.shelf, keepsEmptySections: true)
      let chain = source.filtered { $0.id % 2 == 0 }.grouped(by: \.shelf)
      var probes = (Probe(byShelf), Probe(sorted), Probe(keeping), Probe(chain))
      var flat = FollowingProbe(byShelf.rows)
      var kept: Set<Int> = [0, 1, 2, 3, 4]
      for _ in 0..<50 {
        for _ in 0..<Int.random(in: 0...8, using: &generator) {
          source.editSomehow(using: &generator, shelves: 7)
        }
        let rows = Array(source.snapshot())
        kept.formUnion(rows.map(\.shelf))
        let expected = shelves(rows, by: { $0.shelf })
        try probes.0.expect(expected)
        try flat.expect(expected.flatMap(\.rows))
        try probes.2.expect(shelves(rows, by: { $0.shelf }, kept: kept))
        if generator.oneIn(2) {
          try probes.1.expect(
            shelves(rows, by: { $0.shelf }, order: { $0.id % 7 < $1.id % 7 }, descending: true))
        }
        if generator.oneIn(3) {
          try probes.3.expect(shelves(rows.filter { $0.id % 2 == 0 }, by: { $0.shelf }))
        }
      }
    }
  }

  /// Sections that sort equal can pass each other between two reads.
  @Test
  func slowReaderReceivesExactChanges() throws {
    var passed = 0
    try withEverySeed(in: 0..<30) { generator in
      let source = LiveList((0..<10).map { Copy(id: $0, shelf: $0 % 5) })
      let list = source.grouped(by: \.shelf, sectionsSortedBy: { $0 / 4 < $1 / 4 })
      var probe = Probe(list)
      for _ in 0..<60 {
        for _ in 0..<Int.random(in: 0...8, using: &generator) {
          source.editSomehow(using: &generator, shelves: 8)
        }
        let keys = list.snapshot().sections.keys
        try #require(zip(keys, keys.dropFirst()).allSatisfy { $0 / 4 <= $1 / 4 })
        guard generator.oneIn(4) else { continue }
        let rows = Array(source.snapshot())
        try #require(Set(keys) == Set(rows.map(\.shelf)))
        let common = probe.last.sections.keys.filter(keys.contains)
        if common != keys.filter(common.contains) { passed += 1 }
        try probe.expect(keys.map { key in Shelf(key: key, rows: rows.filter { $0.shelf == key }) })
      }
    }
    #expect(passed > 20)
  }

  /// A comparison that contradicts itself neither traps nor loses rows.
  @Test
  func inconsistentOrderGivesSomeOrder() throws {
    let orders: [@Sendable (Int, Int) -> Bool] = [{ $0 <= $1 }, { _, _ in true }]
    for order in orders {
      try withEverySeed(in: 0..<10) { generator in
        let source = LiveList((0..<20).map { Copy(id: $0, shelf: $0 % 5) })
        let list = source.grouped(by: \.shelf, sectionsSortedBy: order)
        var probe = Probe(list)
        for _ in 0..<40 {
          source.editSomehow(using: &generator, shelves: 8)
          let rows = Array(source.snapshot())
          let keys = list.snapshot().sections.keys
          try #require(keys.count == Set(rows.map(\.shelf)).count)
          guard generator.oneIn(2) else { continue }
          try probe.expect(
            keys.map { key in Shelf(key: key, rows: rows.filter { $0.shelf == key }) })
        }
      }
    }
  }

  @Test
  func newKeysOrOrdersAreAReset() throws {
    try withEverySeed(in: 0..<25) { generator in
      let source = LiveList((0..<20).map { Copy(id: $0, shelf: $0 % 5) })
      let list = source.grouped(by: \.shelf)
      var probe = Probe(list)
      var divisor = 1
      var isSorted = false
      for _ in 0..<40 {
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          source.editSomehow(using: &generator)
        }
        if generator.oneIn(4) {
          divisor = Int.random(in: 1...4, using: &generator)
          let width = divisor
          list.group { $0.shelf / width }
        }
        if generator.oneIn(4) {
          isSorted.toggle()
          if isSorted {
            list.sortRows { $0.id < $1.id }
          } else {
            list.sortRows(by: nil)
          }
        }
        let (width, sorts) = (divisor, isSorted)
        try probe.expect(
          shelves(
            Array(source.snapshot()), by: { $0.shelf / width },
            order: { one, other in sorts && one.id < other.id }))
      }
    }
  }
}
