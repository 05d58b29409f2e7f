import Testing

@testable import StagecraftLists

@Suite
struct BatchPlanTests {
  private func plan(
    _ changes: GroupedChanges, from old: [Int]? = nil, to new: [Int]? = nil, isInWindow: Bool = true
  ) -> BatchPlan {
    BatchPlan(
      changes, from: old ?? changes.oldCounts, to: new ?? changes.newCounts,
      isInWindow: isInWindow, limits: BatchPlan.Limits(changes: 3, updates: 2))
  }

  private func list(
    _ old: Int, _ new: Int, removals: [Int] = [], insertions: [Int] = [],
    moves: [(Int, Int)] = [], updates: [Int] = []
  ) -> GroupedChanges {
    GroupedChanges(
      ListChanges(
        trusting: old, new, removals: removals, insertions: insertions,
        moves: moves.map { ListMove(from: $0.0, to: $0.1) },
        updates: updates.map { ListUpdate(old: $0, new: $0) }))
  }

  @Test
  func emptyChangesAreAnEmptyBatch() {
    #expect(plan(.none(counts: [3])) == .nothing)
    #expect(plan(.none(counts: [3]), isInWindow: false) == .nothing)
    #expect(plan(list(3, 3, moves: [(1, 1)])) == .nothing)
  }

  @Test
  func updatesFollowTheBatchAtTheirNewPositions() {
    let changes = GroupedChanges(
      ListChanges(
        trusting: 3, 2, removals: [0], updates: [ListUpdate(old: 2, new: 1)]))
    #expect(plan(changes) == .batch(list(3, 2, removals: [0]), updates: [at(0, 1)]))
    #expect(plan(list(3, 3, updates: [1])) == .updates([at(0, 1)]))
  }

  @Test
  func moveToTheSamePlaceIsOmittedAndItsUpdateKept() {
    #expect(plan(list(3, 3, moves: [(1, 1)], updates: [1])) == .updates([at(0, 1)]))
  }

  /// Both other rows pass the middle one, whose position stays the same, so a table cannot move it.
  @Test
  func rowPassedByOthersIsRemovedAndInserted() {
    let changes = list(3, 3, moves: [(2, 0), (1, 1)])
    #expect(
      plan(changes)
        == .batch(list(3, 3, removals: [1], insertions: [1], moves: [(2, 0)]), updates: []))
  }

  @Test
  func rowMovesBetweenSections() {
    // Section 0 is new, and a row moves from the former section 1 to the former section 0.
    let changes = GroupedChanges(
      trusting: [1, 2], [1, 2, 1],
      sections: ListChanges(trusting: 2, 3, insertions: [0]),
      moves: [ListMove(from: at(1, 0), to: at(1, 0))])
    guard case .batch(let batch, _) = plan(changes) else {
      Issue.record("It was not planned as a batch.")
      return
    }
    #expect(batch.moves.isEmpty)
    #expect(batch.removals == [at(1, 0)] && batch.insertions == [at(1, 0)])
  }

  @Test
  func moreChangesThanTheLimitAreAReload() {
    #expect(plan(list(4, 0, removals: [0, 1, 2, 3])) == .reload(.tooManyChanges(4)))
    #expect(
      plan(list(4, 1, removals: [0, 1, 2])) == .batch(list(4, 1, removals: [0, 1, 2]), updates: []))
    #expect(plan(list(4, 4, updates: [0, 1, 2])) == .reload(.tooManyChanges(3)))
    #expect(plan(list(4, 4, updates: [0, 1])) == .updates([at(0, 0), at(0, 1)]))
  }

  @Test
  func changesWithoutAWindowAreAReload() {
    #expect(plan(list(4, 3, removals: [0]), isInWindow: false) == .reload(.noWindow))
    #expect(plan(.reset(from: [3], to: [2])) == .reload(.reset))
  }

  @Test
  func contradictoryChangesAreAReload() {
    #expect(
      plan(list(4, 4, removals: [0]))
        == .reload(
          .invalidChanges(
            "Section 0: 4 rows less 1 removed plus 0 inserted are 3, not 4.")))
  }

  @Test
  func changesOfOtherRowsAreAReload() {
    #expect(
      plan(list(4, 3, removals: [0]), from: [5])
        == .reload(.invalidChanges("The changes begin with [4] rows, but [5] are shown.")))
    #expect(
      plan(list(4, 3, removals: [0]), to: [4])
        == .reload(.invalidChanges("The changes end with [3] rows, but there are [4].")))
  }
}
