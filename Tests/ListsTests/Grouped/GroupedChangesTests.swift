import StagecraftLists
import Testing

@Suite(.timeLimit(.minutes(3)))
struct GroupedChangesTests {
  private func path(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

  private func move(_ source: (Int, Int), _ target: (Int, Int)) -> ListMove<RowPath> {
    ListMove(from: path(source.0, source.1), to: path(target.0, target.1))
  }

  @Test
  func changesLeadFromOldRowsToNewRows() throws {
    let changes = try GroupedChanges(
      oldCounts: [2, 1, 3], newCounts: [2, 2],
      sections: ListChanges(oldCount: 3, newCount: 2, removals: [1]),
      removals: [path(0, 1)], moves: [move((2, 0), (0, 1))],
      updates: [ListUpdate(old: path(2, 2), new: path(1, 1))])
    let rows = changes.apply(to: [["a", "b"], ["c"], ["d", "e", "f"]]) { "\($0)" }
    #expect(rows == [["a", "d"], ["e", "1.1"]])
    #expect(changes.newPath(of: path(0, 0)) == path(0, 0))
    #expect(changes.newPath(of: path(0, 1)) == nil)
    #expect(changes.newPath(of: path(1, 0)) == nil)
    #expect(changes.newPath(of: path(2, 0)) == path(0, 1))
    #expect(changes.newPath(of: path(2, 1)) == path(1, 0))
    #expect(changes.oldPath(of: path(1, 1)) == path(2, 2))
    #expect(changes.oldPath(of: path(4, 1)) == nil)
    #expect(changes.rows(ofSection: 1).removals == [0])
    #expect(changes.rows(ofSection: 0).insertions == [1])
    #expect(changes.structuralCount == 3)
    #expect(!changes.isReset && !changes.isEmpty)
  }

  @Test
  func changesMayBeEmptyOrAReset() throws {
    let none = GroupedChanges.none(counts: [1, 2])
    try none.validate()
    #expect(none.isEmpty)
    #expect(none.apply(to: [[1], [2, 3]]) { _ in 0 } == [[1], [2, 3]])
    let reset = GroupedChanges.reset(from: [1], to: [0, 2])
    try reset.validate()
    #expect(reset.isReset && !reset.isEmpty)
    #expect(reset.apply(to: [[9]]) { $0.row } == [[], [0, 1]])
    #expect(reset.newPath(of: path(0, 0)) == nil)
    #expect(reset.rows(ofSection: 1).isReset)
  }

  @Test
  func contradictoryChangesAreRefused() throws {
    let same = ListChanges.none(count: 2)
    #expect(throws: ListChangesError.sectionsDisagree) {
      try GroupedChanges(oldCounts: [1], newCounts: [1, 1], sections: same)
    }
    #expect(throws: ListChangesError.negativeCount) {
      try GroupedChanges(oldCounts: [1, -1], newCounts: [1, 1], sections: same)
    }
    #expect(throws: ListChangesError.sectionsDisagree) {
      try GroupedChanges(
        oldCounts: [1, 1], newCounts: [1, 1],
        sections: ListChanges(
          oldCount: 2, newCount: 2, updates: [ListUpdate(old: 0, new: 0)]))
    }
    #expect(throws: ListChangesError.changesInReset) {
      try GroupedChanges(
        oldCounts: [1], newCounts: [0], sections: .reset(from: 1, to: 1), removals: [path(0, 0)])
    }
    #expect(throws: ListChangesError.rowOfNoSection) {
      try GroupedChanges(
        oldCounts: [1, 1], newCounts: [1],
        sections: ListChanges(oldCount: 2, newCount: 1, removals: [1]), removals: [path(1, 0)])
    }
    #expect(throws: ListChangesError.rowOfNoSection) {
      try GroupedChanges(
        oldCounts: [1, 1], newCounts: [2, 1], sections: same, insertions: [path(-1, 0)])
    }
    #expect(throws: ListChangesError.notAscending) {
      try GroupedChanges(
        oldCounts: [2, 1], newCounts: [0, 1], sections: same, removals: [path(0, 1), path(0, 0)])
    }
    #expect(throws: ListChangesError.countsDisagree) {
      try GroupedChanges(oldCounts: [2, 1], newCounts: [1, 1], sections: same)
    }
    #expect(throws: ListChangesError.positionOutOfRange) {
      try GroupedChanges(
        oldCounts: [2, 1], newCounts: [1, 1], sections: same, removals: [path(0, 2)])
    }
    #expect(throws: ListChangesError.notAscending) {
      // One row is removed twice.
      try GroupedChanges(
        oldCounts: [2, 1], newCounts: [1, 2], sections: same, removals: [path(0, 0)],
        moves: [move((0, 0), (1, 0))])
    }
    #expect(throws: ListChangesError.updateOfAnotherRow) {
      try GroupedChanges(
        oldCounts: [2, 1], newCounts: [2, 1], sections: same,
        updates: [ListUpdate(old: path(0, 0), new: path(0, 1))])
    }
    #expect(throws: ListChangesError.updateOfAnotherRow) {
      try GroupedChanges(
        oldCounts: [2, 1], newCounts: [2, 1], sections: same,
        updates: [ListUpdate(old: path(0, 0), new: path(1, 0))])
    }
    #expect(ListChangesError.rowOfNoSection.description == "rowOfNoSection")
    #expect(ListChangesError.rowOfNoSection != .sectionsDisagree)
  }

  @Test
  func changesDescribeThemselves() {
    #expect("\(move((2, 0), (0, 4)))" == "2.0→0.4")
    #expect("\(ListUpdate(old: path(2, 0), new: path(0, 4)))" == "2.0→0.4")
    #expect(path(1, 5) < path(2, 0) && path(1, 5) < path(1, 6))
  }
}
