import TestSupport
import Testing

@testable import StagecraftLists

@Suite(.timeLimit(.minutes(3)))
struct LiveListUndoTests {
  @Test
  func revertRestoresAllRowsAsOneVersion() throws {
    let list = LiveList(ids: 0..<100)
    let before = list.snapshot()
    list.removeAll { $0.id % 3 == 0 }
    list.update(1) { $0.copies = 7 }
    try list.move(2, to: 50)
    let after = list.snapshot()
    list.revert(to: before)
    #expect(list.snapshot() == before && list.version == after.version + 1)
    #expect(list.snapshot().changes(since: before).isEmpty)
    #expect(list.snapshot().changes(since: after) == before.changes(since: after))
    list.revert(to: after)
    #expect(list.snapshot() == after && list.snapshot().changes(since: after).isEmpty)
  }

  @Test
  func revertWithoutEditsMakesNoVersion() {
    let list = LiveList(ids: 0..<3)
    let before = list.snapshot()
    list.revert(to: before)
    let empty = LiveList<DeskOrder>()
    empty.revert(to: empty.snapshot())
    #expect(list.version == before.version && empty.version == 0)
    list.update(1) { $0.copies = 1 }
    list.revert(to: before)
    list.revert(to: before)
    #expect(list.version == before.version + 2)
  }

  @Test
  func revertInATransactionIsPartOfIt() throws {
    let list = LiveList(ids: 0..<3)
    let before = list.snapshot()
    let desk = ListOrigin("desk")
    list.remove(1)
    let middle = list.snapshot()
    try list.transaction(origin: desk) { draft in
      draft.remove(2)
      draft.revert(to: before)
      try draft.append(DeskOrder(3))
    }
    #expect(list.ids == [0, 1, 2, 3])
    let transition = list.changes(since: middle)
    #expect(transition.changes.insertions == [1, 3] && transition.origins.areOnly(desk))
    #expect(throws: DeskClosed.self) {
      try list.transaction { draft throws(DeskClosed) in
        draft.revert(to: middle)
        throw DeskClosed()
      }
    }
    #expect(list.ids == [0, 1, 2, 3])
  }

  /// The order keys of all rows are renumbered, which is undone, and then they are renumbered once
  /// more, in another way: numbers of rows that are equal by chance must not be taken for equal rows.
  @Test
  func revertIsFollowedByOtherOrderKeys() throws {
    let list = LiveList(ids: 0..<200)
    let before = list.snapshot()
    var known: [ListSnapshot<DeskOrder>] = [before]
    for round in 1...3 {
      list.revert(to: before)
      list.state.pointee.tree.relabel(around: 40 * round)
      for id in 0..<30 {
        try list.insert(DeskOrder(1000 * round + id), at: 40 * round + id / 2)
      }
      let new = list.snapshot()
      known.append(new)
      for old in known {
        let changes = new.changes(since: old)
        try changes.validate()
        try #require(changes.apply(to: Array(old)) { new[$0] } == Array(new))
      }
    }
    #expect(Set(known.map { $0.storage.tree.relabellings }).count == known.count)
  }

  @Test
  func applyUndoesAndRedoesOneEditAmongOthers() throws {
    let list = LiveList(ids: 0..<8)
    let before = list.snapshot()
    list.transaction { draft in
      draft.remove(3)
      draft.update(5) { $0.copies = 1 }
      try? draft.move(6, to: 0)
      try? draft.append(DeskOrder(8))
    }
    let edit = list.changes(since: before)
    list.update(1) { $0.copies = 9 }
    try list.insert(DeskOrder(20), after: 2)
    #expect(list.apply(edit.inverted).isEmpty)
    #expect(list.snapshot().map(\.description) == ["0", "1:9", "2", "3", "20", "4", "5", "6", "7"])
    #expect(list.apply(edit).isEmpty)
    #expect(
      list.snapshot().map(\.description) == ["6", "0", "1:9", "2", "20", "4", "5:1", "7", "8"])
    #expect(list.apply(edit.inverted).isEmpty)
    #expect(list.snapshot()[id: 5]?.copies == 0 && list.ids == [0, 1, 2, 3, 20, 4, 5, 6, 7])
  }

  @Test
  func applyLeavesRowsThatWereEditedMeanwhile() throws {
    let list = LiveList(ids: 0..<6)
    let before = list.snapshot()
    list.transaction { draft in
      draft.remove(0)
      draft.update(1) { $0.copies = 1 }
      draft.update(2) { $0.copies = 1 }
      try? draft.move(3, to: 0)
      try? draft.append(DeskOrder(6))
      draft.update(4) { $0.copies = 1 }
    }
    let edit = list.changes(since: before)
    try list.append(DeskOrder(0, 5))  // the removed row is there again, as another one
    list.update(1) { $0.copies = 2 }
    list.remove(2)
    list.remove(3)
    list.update(6) { $0.copies = 3 }
    #expect(Set(list.apply(edit.inverted)) == [0, 1, 2, 3, 6])
    #expect(list.snapshot().map(\.description) == ["1:2", "4", "5", "6:3", "0:5"])
    let version = list.version
    #expect(Set(list.apply(edit.inverted)) == [0, 1, 2, 3, 6] && list.version == version)
  }

  @Test
  func applyRestoresRowsAfterTheNearestThatIsLeft() throws {
    let list = LiveList(ids: 0..<8)
    let before = list.snapshot()
    list.removeAll { [0, 3, 4, 7].contains($0.id) }
    let edit = list.changes(since: before)
    list.remove(2)
    list.remove(6)
    list.apply(edit.inverted)
    #expect(list.ids == [0, 1, 3, 4, 5, 7])
  }

  @Test
  func applyOfAResetIsExact() {
    let list = LiveList(ids: 0..<1000)
    let before = list.snapshot()
    list.removeAll { $0.id < 900 }
    let edit = list.changes(since: before)
    #expect(edit.changes.isReset && edit.inverted.changes.isReset)
    list.update(950) { $0.copies = 1 }
    #expect(list.apply(edit.inverted).isEmpty)
    #expect(list.ids == Array(0..<1000) && list.snapshot()[id: 950]?.copies == 1)
  }

  @Test
  func appliedTransitionIsOneVersionForObservers() throws {
    let list = LiveList(ids: 0..<5)
    let before = list.snapshot()
    list.removeAll { $0.id < 2 }
    let edit = list.changes(since: before)
    let desk = ListOrigin("desk")
    try list.append(DeskOrder(5))
    let middle = list.snapshot()
    list.apply(edit.inverted, origin: desk)
    let undo = list.changes(since: middle)
    #expect(undo.changes.insertions == [0, 1] && undo.changes.structuralCount == 2)
    #expect(undo.origins.areOnly(desk) && list.version == middle.version + 1)
  }

  @Test
  func invertedTransitionsLeadBack() {
    let list = LiveList(ids: 0..<5)
    let before = list.snapshot()
    list.remove(2)
    list.update(3) { $0.copies = 1 }
    let edit = list.changes(since: before)
    #expect(edit.inverted.inserted.map(\.id) == [2] && edit.inverted.new == before)
    #expect(edit.inverted.inverted.changes == edit.changes)
  }
}
