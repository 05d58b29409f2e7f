import TestSupport
import Testing

@testable import StagecraftLists

/// Lists that are replaced by others of all shapes, and arrays.
///
/// Ids with equal hashes force the slow path, which matches rows by their ids.
@Suite(.onSeparateThread, .timeLimit(.minutes(3)))
struct ReplacementModelTests {
  enum Shape: CaseIterable {
    case unchanged, updated, moved, scattered, block, grown, shrunk, half, shuffled, reversed, other
    case doubled
  }

  func replacement<ID: BookID>(
    of books: [Book<ID>], _ shape: Shape, nextID: inout Int, _ generator: inout SeededGenerator
  ) -> [Book<ID>] {
    var new = books
    func book() -> Book<ID> {
      nextID += 1
      return Book(id: ID(nextID), edition: 0)
    }
    let some = Int.random(in: 0...max(1, books.count / 8), using: &generator)
    let start = Int.random(in: 0...books.count, using: &generator)
    let end = min(books.count, start + some)
    switch shape {
    case .unchanged: break
    case .updated: for place in new.indices where generator.oneIn(5) { new[place].edition += 1 }
    case .moved:
      for _ in 0..<some where !new.isEmpty {
        let mover = new.remove(at: Int.random(in: 0..<new.count, using: &generator))
        new.insert(mover, at: Int.random(in: 0...new.count, using: &generator))
      }
    case .scattered: for place in new.indices where generator.oneIn(4) { new[place] = book() }
    case .block: new.replaceSubrange(start..<end, with: (0..<2 * some).map { _ in book() })
    case .grown: new.insert(contentsOf: (0..<some).map { _ in book() }, at: start)
    case .shrunk: new.removeAll { _ in generator.oneIn(3) }
    case .half: new = new[(new.count / 2)...] + (0..<new.count / 2).map { _ in book() }
    case .shuffled: new.shuffle(using: &generator)
    case .reversed: new.reverse()
    case .other: new = books.map { _ in book() }
    case .doubled:
      for _ in 0...some {
        let extra = generator.oneIn(2) ? book() : new.randomElement(using: &generator) ?? book()
        new.insert(extra, at: Int.random(in: 0...new.count, using: &generator))
        if generator.oneIn(2) {
          new.insert(extra, at: Int.random(in: 0...new.count, using: &generator))
        }
      }
    }
    if generator.oneIn(3), let place = new.indices.randomElement(using: &generator) {
      new[place].edition += 1
    }
    return new
  }

  /// Checks the replaced list, and that the changes are those that the two versions have.
  func check<ID: BookID>(
    _ list: LiveList<Book<ID>>, _ before: ListSnapshot<Book<ID>>, _ new: [Book<ID>],
    isOneEdit: Bool = true
  ) throws {
    let after = list.snapshot()
    try #require(Array(after) == new)
    after.storage.tree.checkInvariants()
    let known = after.changes(since: before)
    let limit = ListStep.limit(from: before.count, to: after.count)
    let found = ListTree.changes(
      from: before.storage.tree, to: after.storage.tree, limit: limit)
    try #require(known == found)
    try #require(before.changes(since: after).isReset == known.isReset)
    let all = ListTree.changes(from: before.storage.tree, to: after.storage.tree, limit: .max)
    try all.validate()
    try #require(all.apply(to: Array(before)) { new[$0] } == new)
    let sources = new.map { before.index(of: $0.id) ?? -1 }
    let stays = IncreasingSubsequence.longest(in: sources).count
    try #require(all.moves.count == sources.count { $0 >= 0 } - stays, "moves are not minimal")
    // A row that was removed and has returned in a transaction is updated too.
    for (place, source) in sources.enumerated() where source >= 0 && isOneEdit {
      let isUpdated = all.updates.contains { $0.new == place }
      if new.count < 300 { try #require(isUpdated == (before[source] != new[place])) }
    }
  }

  func run<ID: BookID>(_ type: ID.Type, sizes: [Int], seeds: Range<UInt64>) throws {
    try withEverySeed(in: seeds) { generator in
      let size = sizes.randomElement(using: &generator) ?? 0
      var nextID = size
      var books = (0..<size).map { Book(id: ID($0), edition: 0) }
      let list = LiveList(books)
      for _ in 0..<6 {
        let shape = Shape.allCases.randomElement(using: &generator) ?? .half
        let new = replacement(of: books, shape, nextID: &nextID, &generator)
        var (distinct, rejected): ([Book<ID>], [Book<ID>]) = ([], [])
        var ids: Set<ID> = []
        for book in new {
          if ids.insert(book.id).inserted { distinct.append(book) } else { rejected.append(book) }
        }
        let before = list.snapshot()
        let result =
          generator.oneIn(3)
          ? list.transaction { draft in draft.replaceAll(with: new) } : list.replaceAll(with: new)
        try #require(result == rejected, "\(shape)")
        try check(list, before, distinct)
        #expect(before.isIdentical(to: list.snapshot()) == (books == distinct))
        books = distinct
        // Between replacements, the usual edits meet what they have left.
        for _ in 0..<3 where !books.isEmpty {
          let place = Int.random(in: 0..<books.count, using: &generator)
          if generator.oneIn(2) {
            try #require(list.remove(books.remove(at: place).id) != nil)
          } else {
            nextID += 1
            books.insert(Book(id: ID(nextID), edition: 0), at: place)
            try list.insert(books[place], at: place)
          }
        }
      }
    }
  }

  @Test
  func replacedListsMatchTheModel() throws {
    try run(Int.self, sizes: [0, 1, 2, 7, 30, 100, 250], seeds: 0..<250)
  }

  @Test
  func longListsMatchTheModel() throws {
    try run(Int.self, sizes: [2000, 6000], seeds: 1000..<1006)
  }

  @Test
  func replacedListsMatchTheModelWhenHashesCollide() throws {
    try run(CollidingID.self, sizes: [0, 3, 12, 60], seeds: 2000..<2080)
  }

  @Test
  func removedRowsMatchTheModel() throws {
    try withEverySeed(in: 0..<60) { generator in
      let size = [0, 1, 20, 100, 900].randomElement(using: &generator) ?? 0
      var books = (0..<size).map { Book(id: $0, edition: 0) }
      let list = LiveList(books)
      for _ in 0..<5 {
        let before = list.snapshot()
        let share = [1, 2, 7, 50, 1000].randomElement(using: &generator) ?? 2
        let doomed = Set(books.filter { _ in generator.oneIn(share) }.map(\.id))
        let removed =
          generator.oneIn(3)
          ? list.transaction { draft in draft.removeAll { doomed.contains($0.id) } }
          : list.removeAll { doomed.contains($0.id) }
        try #require(removed == books.filter { doomed.contains($0.id) })
        books.removeAll { doomed.contains($0.id) }
        try check(list, before, books)
        // Some rows return.
        for book in removed.prefix(10) {
          books.append(book)
          try list.append(book)
        }
        list.snapshot().storage.tree.checkInvariants()
      }
    }
  }

  @Test
  func predicateThatEditsTheListRemovesTheRowsThatAreLeft() throws {
    let list = LiveList((0..<100).map { Book(id: $0, edition: 0) })
    let removed = list.removeAll { book in
      if book.id == 50 {
        list.remove(60)
        try? list.move(70, to: 0)
        try? list.append(Book(id: 200, edition: 0))
      }
      return book.id % 10 == 0
    }
    #expect(removed.map(\.id) == [0, 10, 20, 30, 40, 50, 70, 80, 90])
    #expect(list.snapshot().map(\.id) == (0..<100).filter { $0 % 10 != 0 } + [200])
    list.snapshot().storage.tree.checkInvariants()
  }

  @Test
  func doubledRowsAreFoundWhereverTheyAre() {
    let old = (0..<20).map { Book(id: $0, edition: 0) }
    for place in 0...20 {
      for id in 0..<20 {
        let list = LiveList(old)
        var new = old
        new.insert(Book(id: id, edition: 7), at: place)
        let first = new.firstIndex { $0.id == id } ?? 0
        let last = new.lastIndex { $0.id == id } ?? 0
        #expect(list.replaceAll(with: new) == [new[last]])
        var distinct = new
        distinct.remove(at: last)
        #expect(Array(list.snapshot()) == distinct && first != last)
      }
    }
  }

  /// The step of an edit that is not the only one of its transaction is not that of the version.
  @Test
  func changesOfAReplacementAreForgottenAfterOtherEdits() throws {
    struct Closed: Error {}
    let list = LiveList((0..<10).map { Book(id: $0, edition: 0) })
    let reversed = (0..<10).reversed().map { Book(id: $0, edition: 0) }
    let edits: [(inout LiveList<Book<Int>>.Draft) throws -> Void] = [
      { draft in
        draft.remove(3)
        draft.replaceAll(with: reversed)
      },
      { draft in
        draft.replaceAll(with: reversed)
        draft.remove(3)
      },
      { draft in
        draft.replaceAll(with: reversed)
        draft.replaceAll(with: reversed.dropLast())
      },
      { draft in
        draft.remove(3)
        try? list.transaction { inner in
          inner.replaceAll(with: reversed)
          throw Closed()
        }
      },
      { draft in
        try? list.transaction { inner in
          inner.remove(3)
          throw Closed()
        }
        draft.replaceAll(with: reversed)
      },
    ]
    for edit in edits {
      list.replaceAll(with: (0..<10).map { Book(id: $0, edition: 0) })
      let before = list.snapshot()
      try list.transaction { draft in try edit(&draft) }
      try check(list, before, Array(list.snapshot()), isOneEdit: false)
    }
    let before = list.snapshot()
    list.replaceAll(with: reversed)
    list.update(at: 0) { $0.edition += 1 }
    try check(list, before, Array(list.snapshot()))
  }

  @Test
  func indexIsRenewedWhenRowsAreRemovedOneByOne() {
    let list = LiveList((0..<1000).map { Book(id: $0, edition: 0) })
    list.removeAll { $0.id % 2 == 0 }
    #expect(list.snapshot().storage.tree.staleEntries == 500)
    for id in stride(from: 1, to: 801, by: 2) { list.remove(id) }
    let tree = list.snapshot().storage.tree.copy()
    #expect(tree.staleEntries == 0 && tree.count == 100)
    tree.checkInvariants()
  }
}

struct HashPairingTests {
  @Test
  func hashesArePaired() throws {
    try withEverySeed(in: 0..<60) { generator in
      let count = [0, 1, 10, 700, 5000].randomElement(using: &generator) ?? 0
      // Few different hashes in some rounds, and only low bits in others.
      let mask = [.max, 0xFFFF_FFFF, 0xFFF].randomElement(using: &generator) ?? UInt64.max
      let old = (0..<count).map { _ in generator.next() & mask }
      let new = (0..<count).map { place in
        generator.oneIn(2) ? generator.next() & mask : old[(place * 7 + 3) % count]
      }
      var unpaired: [Int] = []
      let partners = HashPairing.partners(of: new, among: old) { unpaired.append($0) }
      guard Set(old).count == count, Set(new).count == count else {
        try #require(partners == nil)
        return
      }
      try #require(partners == new.map { old.firstIndex(of: $0) ?? -1 })
      try #require(unpaired.sorted() == new.indices.filter { !old.contains(new[$0]) })
    }
  }
}
