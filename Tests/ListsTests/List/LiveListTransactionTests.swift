import StagecraftLists
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct LiveListTransactionTests {
  @Test
  func allEditsAreOneVersion() throws {
    let list = LiveList(ids: 0..<3)
    let before = list.snapshot()
    let count = try list.transaction { draft in
      try draft.append(DeskOrder(3))
      try draft.insert(DeskOrder(4), at: 0)
      try draft.insert(DeskOrder(5), before: 0)
      try draft.insert(DeskOrder(6), after: 4)
      draft.remove(1)
      draft.update(2) { $0.copies = 9 }
      draft.update(at: 0) { $0.copies = 8 }
      try draft.move(3, to: 0)
      try draft.move(0, before: 3)
      try draft.move(6, after: 2)
      try draft.move(from: 0, to: 1)
      try draft.remove(at: 0)
      draft.upsert(DeskOrder(7))
      draft.removeAll { $0.id == 4 }
      // Reads on this thread include the edits; those on other threads do not.
      #expect(draft.elements.map(\.id) == [0, 5, 2, 6, 7])
      #expect(draft.index(of: 6) == 3 && draft.contains(id: 7) && draft[0].id == 0)
      #expect(draft[id: 2]?.copies == 9 && draft[id: 4] == nil && draft.indices == 0..<5)
      #expect(list.snapshot().isIdentical(to: before) && list.version == 0)
      return draft.count
    }
    #expect(count == 5 && !before.isIdentical(to: list.snapshot()))
    #expect(list.ids == [0, 5, 2, 6, 7] && list.version == 1)
  }

  @Test
  func throwingTransactionChangesNothing() {
    let list = LiveList(ids: 0..<3)
    #expect(throws: ListError.duplicateID) {
      try list.transaction { draft throws(ListError) in
        draft.removeAll()
        try draft.append(DeskOrder(1))
        try draft.append(DeskOrder(1))
      }
    }
    #expect(list.ids == [0, 1, 2] && list.version == 0)
    list.transaction { $0.removeAll() }
    #expect(list.isEmpty && list.version == 1)
  }

  @Test
  func transactionWithoutEditsCreatesNoVersion() {
    let list = LiveList(ids: 0..<3)
    let before = list.snapshot()
    list.transaction { draft in
      draft.remove(9)
      #expect(draft.count == 3 && !draft.isEmpty)
    }
    #expect(before.isIdentical(to: list.snapshot()))
  }

  @Test
  func editOfTheSameListJoinsTheTransaction() throws {
    let list = LiveList(ids: 0..<3)
    try list.transaction { draft in
      try list.append(DeskOrder(3))
      list.remove(0)
      #expect(draft.elements.map(\.id) == [1, 2, 3])
      #expect(list.version == 0)
    }
    #expect(list.ids == [1, 2, 3] && list.version == 1)
  }

  @Test
  func throwingInnerTransactionIsUndone() throws {
    let list = LiveList(ids: 0..<3)
    try list.transaction { draft in
      draft.remove(0)
      #expect(throws: DeskClosed.self) {
        try list.transaction { inner throws(DeskClosed) in
          inner.remove(1)
          list.remove(2)
          draft.upsert(DeskOrder(8))
          #expect(inner.elements.map(\.id) == [8])
          throw DeskClosed()
        }
      }
      #expect(draft.elements.map(\.id) == [1, 2])
      try list.transaction { inner in try inner.append(DeskOrder(7)) }
    }
    #expect(list.ids == [1, 2, 7] && list.version == 1)
  }

  @Test
  func innerTransactionsWithoutEditsCreateNoVersion() {
    let list = LiveList(ids: 0..<3)
    list.transaction { _ in
      _ = try? list.transaction { inner throws(DeskClosed) in
        inner.remove(1)
        throw DeskClosed()
      }
    }
    #expect(list.version == 0)
  }

  @Test
  func editInAnUpdateJoinsIt() {
    let list = LiveList(ids: 0..<4)
    let before = list.snapshot()
    list.update(2) { order in
      list.remove(0)
      _ = try? list.append(DeskOrder(9))
      #expect(list.version == 0)
      order.copies = 5
    }
    #expect(Array(list.snapshot()) == [DeskOrder(1), DeskOrder(2, 5), DeskOrder(3), DeskOrder(9)])
    #expect(list.version == 1)
    #expect(list.changes(since: before).changes.removals == [0])
  }

  @Test
  func updateOfAnElementRemovedMeanwhileReturnsNil() {
    let list = LiveList(ids: 0..<4)
    let result = list.update(2) { order in
      list.remove(2)
      order.copies = 5
      return true
    }
    #expect(result == nil && list.ids == [0, 1, 3] && list.version == 1)
  }

  @Test
  func throwingUpdateUndoesJoinedEdits() {
    let list = LiveList(ids: 0..<4)
    #expect(throws: DeskClosed.self) {
      try list.update(2) { _ throws(DeskClosed) in
        list.removeAll()
        throw DeskClosed()
      }
    }
    #expect(list.ids == [0, 1, 2, 3] && list.version == 0)
  }

  @Test
  func throwingClosureInATransactionIsUndone() {
    let list = LiveList(ids: 0..<4)
    list.transaction { draft in
      draft.remove(0)
      #expect(throws: DeskClosed.self) {
        try list.update(1) { order throws(DeskClosed) in
          order.copies = 7
          list.removeAll()
          throw DeskClosed()
        }
      }
      #expect(draft.elements == [DeskOrder(1), DeskOrder(2), DeskOrder(3)])
      #expect(throws: DeskClosed.self) {
        try draft.update(at: 1) { _ throws(DeskClosed) in
          list.remove(3)
          throw DeskClosed()
        }
      }
      #expect(throws: DeskClosed.self) {
        try list.removeAll { order throws(DeskClosed) in
          list.upsert(DeskOrder(10 + order.id))
          if order.id == 3 { throw DeskClosed() }
          return true
        }
      }
      #expect(draft.elements == [DeskOrder(1), DeskOrder(2), DeskOrder(3)])
    }
    #expect(list.ids == [1, 2, 3] && list.version == 1)
  }

  @Test
  func undoneEditsLeaveNoVersionAndNoOrigin() {
    let list = LiveList(ids: 0..<3)
    let desk = ListOrigin("desk")
    let before = list.snapshot()
    func tryToClose() {
      #expect(throws: DeskClosed.self) {
        try list.update(1) { _ throws(DeskClosed) in
          list.removeAll()
          throw DeskClosed()
        }
      }
    }
    list.transaction(origin: desk) { _ in tryToClose() }
    #expect(list.version == 0)
    // The transaction's own origin is recorded again after it was undone together with the edits.
    list.transaction(origin: desk) { draft in
      tryToClose()
      draft.remove(0)
    }
    #expect(list.version == 1 && list.changes(since: before).origins.areOnly(desk))
  }

  @Test
  func transactionInAnUpdateJoinsIt() {
    let list = LiveList(ids: 0..<4)
    list.update(at: 2) { order in
      list.transaction { draft in
        draft.remove(0)
        draft.update(2) { $0.copies = 1 }
      }
      order.copies += 2
    }
    #expect(Array(list.snapshot()) == [DeskOrder(1), DeskOrder(2, 2), DeskOrder(3)])
    #expect(list.version == 1)
  }

  @Test
  func editsInAPredicateJoinTheRemoval() {
    let list = LiveList(ids: 0..<6)
    let removed = list.removeAll { order in
      if order.id == 0 { list.remove(4) }
      if order.id == 1 { _ = try? list.insert(DeskOrder(9), at: 0) }
      return order.id % 2 == 0
    }
    #expect(removed.map(\.id) == [0, 2] && list.ids == [9, 1, 3, 5] && list.version == 1)
  }

  @Test
  func writersOnOtherThreadsWait() async throws {
    let list = LiveList(ids: 0..<3)
    let (began, open) = AsyncStream<Void>.makeStream()
    let isOver = Flag()
    let writer = Task {
      try await onThread {
        list.transaction { draft in
          draft.remove(0)
          open.finish()
          // Readers on other threads do not wait.
          for _ in 0..<1000 { #expect(list.count == 3) }
          isOver.raise()
        }
      }
    }
    for await _ in began {}
    #expect(list.snapshot().count >= 2)
    let wasOver = try await onThread {
      try list.append(DeskOrder(9))
      return isOver.isRaised
    }
    try await writer.value
    #expect(wasOver && list.ids == [1, 2, 9])
  }

  @Test
  func transactionsOfTwoListsAreIndependent() {
    let one = LiveList(ids: 0..<3)
    let other = LiveList(ids: 0..<3)
    _ = try? one.transaction { draft throws(DeskClosed) in
      draft.remove(0)
      other.transaction { inner in
        inner.remove(1)
        draft.remove(2)
      }
      #expect(other.ids == [0, 2])
      throw DeskClosed()
    }
    #expect(one.ids == [0, 1, 2] && other.ids == [0, 2])
  }

  @Test
  func refusedEditDoesNotEndTheTransaction() {
    let list = LiveList(ids: 0..<3)
    list.transaction { draft in
      #expect(throws: ListError.duplicateID) { try draft.append(DeskOrder(1)) }
      #expect(throws: ListError.unknownID) { try draft.move(7, to: 0) }
      #expect(throws: ListError.positionOutOfRange(9, count: 3)) { try draft.move(from: 0, to: 9) }
      draft.remove(1)
    }
    #expect(list.ids == [0, 2])
  }
}

private final class Flag: Sendable {
  private let value = Atomic(false)
  var isRaised: Bool { value.load(ordering: .relaxed) }
  func raise() { value.store(true, ordering: .relaxed) }
}
