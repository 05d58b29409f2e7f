import TestSupport
import Testing

@testable import StagecraftLists

@Suite
struct ListChangesIdleMovesTests {
  @Test
  func rowsThatKeepTheirOrderHaveNotMoved() throws {
    let changes = try ListChanges(
      oldCount: 4, newCount: 3, removals: [1], moves: [ListMove(from: 0, to: 0)],
      updates: [ListUpdate(old: 0, new: 0)])
    let expected = try ListChanges(
      oldCount: 4, newCount: 3, removals: [1], updates: [ListUpdate(old: 0, new: 0)])
    #expect(changes.withoutIdleMoves() == expected)
  }

  @Test
  func oneOfTwoSwappedRowsMoves() throws {
    let changes = try ListChanges(
      oldCount: 2, newCount: 2, moves: [ListMove(from: 1, to: 0), ListMove(from: 0, to: 1)])
    #expect(changes.withoutIdleMoves().moves.count == 1)
  }

  /// No other choice of stationary rows leaves fewer moves.
  @Test
  func numberOfMovesIsMinimal() throws {
    try withEverySeed(in: 0..<300) { generator in
      let count = Int.random(in: 0...9, using: &generator)
      let new = Array(0..<count).shuffled(using: &generator)
      let changes = try ListChanges(
        oldCount: count, newCount: count,
        moves: new.indices.map { ListMove(from: new[$0], to: $0) })
      let settled = changes.withoutIdleMoves()
      try settled.validate()
      try #require(settled.apply(to: Array(0..<count)) { $0 } == new)
      // Any row may be stationary, so the stationary rows are a longest increasing subsequence.
      var longest = 0
      for choice in 0..<(1 << count) {
        let stationary = new.indices.filter { choice & (1 << $0) != 0 }.map { new[$0] }
        guard stationary == stationary.sorted() else { continue }
        longest = max(longest, stationary.count)
      }
      try #require(count - settled.moves.count == longest)
      try #require(settled.withoutIdleMoves() == settled)
    }
  }

  /// Only code of this module can create these.
  @Test
  func resetWithIndividualChangesIsRefused() {
    let changes = ListChanges(trusting: 2, 1, removals: [0], isReset: true)
    #expect(throws: ListChangesError.changesInReset) { try changes.validate() }
  }
}
