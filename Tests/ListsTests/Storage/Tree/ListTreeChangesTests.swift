import TestSupport
import Testing

@testable import StagecraftLists

@Suite(.timeLimit(.minutes(3)))
struct ListTreeChangesTests {
  static let shape = TreeShape(leaf: 4, inner: 4)

  func changes(
    limit: Int = .max, count: Int = 20, _ edit: (inout ListTreeModel<Int>) -> Void
  ) throws -> ListChanges {
    var model = ListTreeModel<Int>(shape: Self.shape, count: count)
    let old = model.keep()
    edit(&model)
    model.tree.checkInvariants()
    let new = model.keep()
    let changes = ListTree.changes(from: old.tree, to: new.tree, limit: limit)
    if !changes.isReset { try expectChanges(from: old, to: new) }
    return changes
  }

  @Test
  func equalVersionsHaveNoChanges() throws {
    #expect(try changes { _ in } == .none(count: 20))
    #expect(try changes(count: 0) { _ in } == .none(count: 0))
  }

  @Test
  func rowInsertedAndRemovedIsNoChange() throws {
    let changes = try changes { model in
      model.insert(at: 5)
      model.remove(at: 5)
    }
    #expect(changes == .none(count: 20))
  }

  @Test
  func rowMovedAwayAndBackIsNotAMove() throws {
    let changes = try changes { model in
      model.move(from: 3, to: 15)
      model.move(from: 15, to: 3)
    }
    #expect(changes == .none(count: 20))
  }

  @Test
  func rowRemovedAndInsertedElsewhereIsAMove() throws {
    let changes = try changes { model in
      let book = model.remove(at: 3)
      model.insert(book, at: 15)
    }
    #expect(changes.moves == [ListMove(from: 3, to: 15)])
    #expect(changes.updates == [ListUpdate(old: 3, new: 15)])
    #expect(changes.structuralCount == 1)
  }

  @Test
  func moveDoesNotUpdateTheContent() throws {
    let changes = try changes { model in model.move(from: 19, to: 0) }
    #expect(changes.moves == [ListMove(from: 19, to: 0)])
    #expect(changes.updates.isEmpty)
    #expect(changes.structuralCount == 1)
  }

  @Test
  func severalUpdatesOfARowAreOneUpdate() throws {
    let changes = try changes { model in
      model.replace(at: 7)
      model.replace(at: 7)
      model.insert(at: 0)
    }
    #expect(changes.updates == [ListUpdate(old: 7, new: 8)])
    #expect(changes.insertions == [0])
  }

  @Test
  func listMayBeFilledAndEmptied() throws {
    let filled = try changes(count: 0) { model in
      for position in 0..<30 { model.insert(at: position) }
    }
    #expect(filled.insertions == Array(0..<30))
    let emptied = try changes { model in
      while !model.books.isEmpty { model.remove(at: model.books.count / 2) }
    }
    #expect(emptied.removals == Array(0..<20))
  }

  @Test
  func moreChangesThanTheLimitAreAReset() throws {
    for limit in 0..<6 {
      let changes = try changes(limit: limit) { model in
        model.remove(at: 17)
        model.insert(at: 2)
        model.move(from: 5, to: 11)
        model.replace(at: 6)
      }
      #expect(changes.isReset == (limit < 3))
    }
    // Updates are not limited.
    let updates = try changes(limit: 0) { model in
      for position in 0..<20 { model.replace(at: position) }
    }
    #expect(updates.updates.count == 20)
  }

  /// After relabelling, the changes are only known at the end of the comparison.
  @Test
  func moreChangesThanTheLimitAreAResetAfterRelabelling() throws {
    for limit in 0..<4 {
      let changes = try changes(limit: limit) { model in
        model.tree.relabel(around: 10)
        model.insert(at: 10)
        model.remove(at: 0)
      }
      #expect(changes.isReset == (limit < 2))
    }
  }

  /// All lists of up to four elements, and all lists that differ from them by two edits.
  @Test
  func changesOfEverySmallListAreExact() throws {
    try withEvery("count", in: 0..<5) { count in
      try withEvery("first", in: 0..<edits(on: count)) { first in
        var probe = ListTreeModel<Int>(shape: Self.shape, count: count)
        edit(first, &probe)
        try withEvery("second", in: 0..<edits(on: probe.books.count)) { second in
          _ = try changes(count: count) { model in
            edit(first, &model)
            edit(second, &model)
          }
        }
      }
    }
  }

  func edits(on count: Int) -> Int { count + 1 + 2 * count + count * count }

  func edit(_ number: Int, _ model: inout ListTreeModel<Int>) {
    let count = model.books.count
    if number <= count { return model.insert(at: number) }
    let number = number - count - 1
    if number < count {
      _ = model.remove(at: number)
      return
    }
    if number < 2 * count { return model.replace(at: number - count) }
    model.move(from: (number - 2 * count) / count, to: (number - 2 * count) % count)
  }
}
