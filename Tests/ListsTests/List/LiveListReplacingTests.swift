import TestSupport
import Testing

@testable import StagecraftLists

@Suite(.timeLimit(.minutes(3)))
struct LiveListReplacingTests {
  @Test
  func listHasTheNewRows() {
    let list = LiveList(ids: 0..<5)
    let before = list.snapshot()
    let rejected = list.replaceAll(
      with: [DeskOrder(3), DeskOrder(0, 7), DeskOrder(9), DeskOrder(3, 1), DeskOrder(4)])
    #expect(rejected == [DeskOrder(3, 1)])
    #expect(
      Array(list.snapshot()) == [DeskOrder(3), DeskOrder(0, 7), DeskOrder(9), DeskOrder(4)])
    let changes = list.changes(since: before).changes
    #expect(changes.removals == [1, 2] && changes.insertions == [2])
    #expect(changes.moves.count == 1 && changes.updates == [ListUpdate(old: 0, new: 1)])
    #expect(list.version == 1)
  }

  @Test
  func equalRowsAreNotUpdated() {
    let list = LiveList(ids: 0..<5)
    list.replaceAll(with: Array(list.snapshot()))
    #expect(list.version == 0)
    list.transaction { draft in _ = draft.replaceAll(with: draft.elements) }
    #expect(list.version == 0)
  }

  @Test
  func rowsThatAreNotEquatableAreUpdated() {
    struct Note: Identifiable, Sendable { let id: Int }
    let list = LiveList((0..<3).map(Note.init))
    let before = list.snapshot()
    list.replaceAll(with: (1..<4).map(Note.init))
    let changes = list.changes(since: before).changes
    #expect(changes.removals == [0] && changes.insertions == [2] && changes.moves.isEmpty)
    #expect(changes.updates == [ListUpdate(old: 1, new: 0), ListUpdate(old: 2, new: 1)])
  }

  /// A feed that drops its first rows and has as many new ones at its end: neither the heads nor the
  /// tails match, and neither the rows that stay nor those that are gone are hashed.
  @Test
  func onlyNewRowsAreHashed() {
    let counter = HashCounter()
    let list = LiveList(CountedRow.rows(0..<1000, counter))
    let before = list.snapshot()
    _ = counter.take()
    list.replaceAll(with: CountedRow.rows(200..<1200, counter))
    #expect(counter.take() <= 210, "200 rows are gone, and 200 are new")
    #expect(list.snapshot().map(\.id.number) == Array(200..<1200))
    let changes = list.changes(since: before).changes
    #expect(changes.removals == Array(0..<200) && changes.insertions == Array(800..<1000))
  }

  /// The first rows that are not found side by side are new, and later ones are not.
  @Test
  func rowsThatReturnAfterManyNewOnesAreFound() {
    let list = LiveList(ids: 0..<60)
    let before = list.snapshot()
    let returning = [50, 10, 40, 20]
    let new = [0] + Array(100..<130) + returning + [130, 0, 130]
    let rejected = list.replaceAll(with: new.map { DeskOrder($0) })
    #expect(rejected == [DeskOrder(0), DeskOrder(130)])
    #expect(list.ids == Array(new.dropLast(2)))
    let changes = list.changes(since: before).changes
    #expect(changes.insertions.count == 31 && changes.moves.count == 2)
    #expect(changes.apply(to: Array(0..<60)) { new[$0] } == list.ids)
  }

  /// Replaces every small list by every other, with the minimal number of moves.
  @Test
  func everySmallListIsReplacedByEveryOther() throws {
    let all = arrangements(of: Array(0..<5))
    for size in 0...4 {
      let old = Array(0..<size)
      for new in all {
        let list = LiveList(ids: old)
        let before = list.snapshot()
        list.replaceAll(with: new.map { DeskOrder($0, $0 % 2) })
        try #require(list.ids == new, "\(old) → \(new)")
        let changes = list.changes(since: before).changes
        let stays = new.filter { $0 < size }
        try #require(
          changes.moves.count == stays.count - longestIncrease(stays), "\(old) → \(new): \(changes)"
        )
        try #require(changes.updates.count == stays.filter { $0 % 2 == 1 }.count)
        let replayed = changes.apply(to: old) { new[$0] }
        try #require(replayed == new, "\(old) → \(new): \(changes)")
      }
    }
  }

  @Test
  func randomListsAreReplacedByOthers() throws {
    try withEverySeed(in: 0..<40) { generator in
      let size = Int.random(in: 0...200, using: &generator)
      let list = LiveList(ids: Array(0..<size).shuffled(using: &generator))
      for _ in 0..<5 {
        let before = list.snapshot()
        var new = before.map(\.id)
        for _ in 0..<Int.random(in: 0...20, using: &generator) {
          guard let from = new.indices.randomElement(using: &generator) else { break }
          let row = new.remove(at: from)
          if generator.oneIn(3) { continue }
          new.insert(row, at: Int.random(in: 0...new.count, using: &generator))
          if generator.oneIn(3) { new.append(Int.random(in: 1000..<1_000_000, using: &generator)) }
        }
        new = Array(Set(new)).sorted { new.firstIndex(of: $0)! < new.firstIndex(of: $1)! }
        list.replaceAll(with: new.map { DeskOrder($0) })
        let changes = list.changes(since: before).changes
        try #require(list.ids == new)
        try #require(changes.apply(to: before.map(\.id)) { new[$0] } == new)
        list.snapshot().storage.tree.checkInvariants()
      }
    }
  }

  @Test
  func longestIncreasingSubsequenceIsFound() throws {
    try withEverySeed(in: 0..<200) { generator in
      var numbers = Array(0..<Int.random(in: 0...9, using: &generator))
      numbers.shuffle(using: &generator)
      let found = IncreasingSubsequence.longest(in: numbers).map { numbers[$0] }
      try #require(found == found.sorted() && found.count == longestIncrease(numbers))
    }
    #expect(IncreasingSubsequence.longest(in: [-1, 4, -1, 5]) == [1, 3])
  }

  private func longestIncrease(_ numbers: [Int]) -> Int {
    var best: [Int] = []
    for (index, number) in numbers.enumerated() {
      let before = (0..<index).filter { numbers[$0] < number }.map { best[$0] }.max() ?? 0
      best.append(before + 1)
    }
    return best.max() ?? 0
  }

  /// All permutations of all subsets.
  private func arrangements(of rows: [Int]) -> [[Int]] {
    var result: [[Int]] = [[]]
    for row in rows {
      for rest in arrangements(of: rows.filter { $0 != row }) { result.append([row] + rest) }
    }
    return result
  }
}
