import StagecraftLists
import TestSupport
import Testing

/// All small cases.
@Suite(.onSeparateThread, .timeLimit(.minutes(3)))
struct ListChangesExplorationTests {
  /// All permutations of all subsets of `elements`.
  private static func arrangements(of elements: [Int]) -> [[Int]] {
    var result: [[Int]] = [[]]
    for (index, element) in elements.enumerated() {
      var others = elements
      others.remove(at: index)
      result += arrangements(of: others).map { [element] + $0 }
    }
    return result
  }

  /// All ways to get from `count` rows to `new`, with some old rows: any of those that have kept
  /// their order may be stationary.
  private static func changes(from count: Int, to new: [Int]) throws -> [ListChanges] {
    let survivors = new.filter { $0 < count }
    var result: [ListChanges] = []
    for choice in 0..<(1 << survivors.count) {
      let stationary = survivors.indices.filter { choice & 1 << $0 != 0 }.map { survivors[$0] }
      guard stationary == stationary.sorted() else { continue }
      result.append(
        try ListChanges(
          oldCount: count, newCount: new.count,
          removals: (0..<count).filter { !new.contains($0) },
          insertions: new.indices.filter { new[$0] >= count },
          moves: new.indices.filter { new[$0] < count && !stationary.contains(new[$0]) }
            .map { ListMove(from: new[$0], to: $0) }))
    }
    return result
  }

  @Test
  func everyTransitionOfSmallListsIsExact() throws {
    try withEvery("count", in: 0...4) { count in
      let old = Array(0..<count)
      try withEvery("new", in: Self.arrangements(of: Array(0..<(count + 1)))) { new in
        for changes in try Self.changes(from: count, to: new) {
          try #require(changes.apply(to: old) { new[$0] } == new)
          try #require(changes.inverted.apply(to: new) { old[$0] } == old)
          try #require(changes.inverted.inverted == changes)
          try #require(replay(changes.splices, from: old, to: new) == new)
          try #require(
            old.map { changes.newPosition(of: $0) } == old.map { new.firstIndex(of: $0) })
          try #require(
            new.indices.map { changes.oldPosition(of: $0) } == new.map { old.firstIndex(of: $0) })
          try changes.inverted.validate()
        }
      }
    }
  }

  @Test
  func everyPairOfSmallChangesIsComposed() throws {
    func all(from count: Int) throws -> [ListChanges] {
      try Self.arrangements(of: Array(0..<(count + 1))).flatMap {
        try Self.changes(from: count, to: $0)
      }
    }
    let following = try (0...3).map { try all(from: $0) }
    try withEvery("count", in: 0...2) { count in
      for first in following[count] {
        for second in following[first.newCount] {
          let both = first.composed(with: second)
          // Rows that the first changes insert are numbered from 100, those of the second from 200.
          let middle = first.apply(to: Array(0..<count)) { 100 + $0 }
          let expected = second.apply(to: middle) { 200 + $0 }
          let direct = both.apply(to: Array(0..<count)) { expected[$0] }
          try #require(direct == expected, "\(first) then \(second)")
          try #require(
            both.insertions.allSatisfy { expected[$0] >= 100 }
              && both.removals == (0..<count).filter { !expected.contains($0) },
            "\(first) then \(second)")
          try both.validate()
        }
      }
    }
  }

  /// Changes are refused if and only if a naive replay finds a contradiction.
  @Test
  func everySmallDescriptionOfChangesIsValidated() {
    let positions = Array(-1...2)
    let lists = [[], [-1], [0], [1], [2], [0, 0], [0, 1], [1, 0], [1, 2]]
    var moves: [ListMove<Int>?] = [nil]
    var updates: [ListUpdate<Int>?] = [nil]
    for one in positions {
      for other in positions {
        moves.append(ListMove(from: one, to: other))
        if one >= 0, other >= 0 { updates.append(ListUpdate(old: one, new: other)) }
      }
    }
    for (oldCount, newCount) in [(0, 1), (1, 0), (1, 2), (2, 1), (2, 2)] {
      for removals in lists {
        for insertions in lists {
          for move in moves {
            for update in updates {
              let changes = try? ListChanges(
                oldCount: oldCount, newCount: newCount, removals: removals,
                insertions: insertions, moves: move.map { [$0] } ?? [],
                updates: update.map { [$0] } ?? [])
              let isPossible = Self.isPossible(
                oldCount, newCount, removals, insertions, move, update)
              guard (changes != nil) != isPossible else { continue }
              Issue.record(
                """
                \(oldCount) → \(newCount): \(removals) \(insertions) \(move.map { [$0] } ?? []) \
                \(update.map { [$0] } ?? []) is \(isPossible ? "possible" : "not possible")
                """)
              return
            }
          }
        }
      }
    }
  }

  /// Replays changes row by row, without arithmetic on counts.
  private static func isPossible(
    _ oldCount: Int, _ newCount: Int, _ removals: [Int], _ insertions: [Int],
    _ move: ListMove<Int>?,
    _ update: ListUpdate<Int>?
  ) -> Bool {
    for positions in [removals, insertions] {
      guard positions == Set(positions).sorted() else { return false }
    }
    var old: [Int?] = Array(0..<oldCount)
    var new: [Int?] = Array(repeating: nil, count: newCount)
    for position in removals {
      guard old.indices.contains(position) else { return false }
      old[position] = nil
    }
    for position in insertions {
      guard new.indices.contains(position) else { return false }
      new[position] = -1
    }
    if let move {
      guard old.indices.contains(move.source), old[move.source] != nil,
        new.indices.contains(move.target), new[move.target] == nil
      else { return false }
      old[move.source] = nil
      new[move.target] = move.source
    }
    let stationary = old.compactMap(\.self)
    let gaps = new.indices.filter { new[$0] == nil }
    guard stationary.count == gaps.count else { return false }
    for (row, position) in zip(stationary, gaps) { new[position] = row }
    guard let update else { return true }
    return new.indices.contains(update.new) && new[update.new] == update.old
  }
}
