import Testing

@testable import StagecraftLists

@Suite(.timeLimit(.minutes(3)))
struct LiveListTests {
  @Test
  func removingAllAndReinsertingIsAReset() throws {
    let list = LiveList(ids: 0..<1000)
    for id in 1000..<1600 { try list.insert(DeskOrder(id), at: 500) }
    list.state.pointee.tree.relabel(around: 500)
    let relabellings = list.state.pointee.tree.relabellings
    let old = list.snapshot()
    list.removeAll()
    for order in old.dropLast(600) { try list.append(order) }
    #expect(list.state.pointee.tree.relabellings == relabellings)
    let changes = list.changes(since: old).changes
    #expect(changes.isReset && changes.oldCount == 1600 && changes.newCount == 1000)
    #expect(old.changes(since: list.snapshot()).isReset)
  }

  @Test
  func initialElementsKeepTheFirstOfEqualIDs() {
    let list = LiveList([DeskOrder(1, 7), DeskOrder(2), DeskOrder(1, 8)])
    #expect(Array(list.snapshot()) == [DeskOrder(1, 7), DeskOrder(2)])
    #expect(list.count == 2 && !list.isEmpty && list.version == 0)
    #expect(LiveList<DeskOrder>().isEmpty)
  }

  @Test
  func elementsAreInsertedAtTheirPositions() throws {
    let list = LiveList<DeskOrder>()
    try list.append(DeskOrder(3))
    try list.insert(DeskOrder(1), at: 0)
    try list.insert(DeskOrder(5), at: 2)
    try list.insert(DeskOrder(2), before: 3)
    try list.insert(DeskOrder(4), after: 3)
    #expect(list.ids == [1, 2, 3, 4, 5])
    #expect(list.version == 5)
  }

  @Test
  func duplicateIDIsRefused() {
    let list = LiveList(ids: 1...3)
    #expect(throws: ListError.duplicateID) { try list.append(DeskOrder(2)) }
    #expect(throws: ListError.duplicateID) { try list.insert(DeskOrder(2), at: 0) }
    #expect(throws: ListError.duplicateID) { try list.insert(DeskOrder(2), before: 2) }
    #expect(throws: ListError.duplicateID) { try list.insert(DeskOrder(2), after: 9) }
    #expect(list.ids == [1, 2, 3] && list.version == 0)
  }

  @Test
  func unknownIDIsRefused() {
    let list = LiveList(ids: 1...3)
    #expect(throws: ListError.unknownID) { try list.insert(DeskOrder(4), before: 9) }
    #expect(throws: ListError.unknownID) { try list.insert(DeskOrder(4), after: 9) }
    #expect(throws: ListError.unknownID) { try list.move(9, to: 0) }
    #expect(throws: ListError.unknownID) { try list.move(9, before: 1) }
    #expect(throws: ListError.unknownID) { try list.move(1, after: 9) }
    #expect(list.remove(9) == nil)
    #expect(list.update(9) { $0.copies = 1 } == nil)
    #expect(list.ids == [1, 2, 3] && list.version == 0)
  }

  @Test(arguments: [Int.min, -1, 4, 5, .max])
  func positionOutOfRangeIsRefused(position: Int) {
    let list = LiveList(ids: 1...3)
    let error = ListError.positionOutOfRange(position, count: 3)
    #expect(throws: error) { try list.insert(DeskOrder(4), at: position) }
    #expect(throws: error) { try list.remove(at: position) }
    #expect(throws: error) { try list.move(1, to: position) }
    #expect(list.update(at: position) { $0.copies = 1 } == nil)
    #expect(throws: ListError.positionOutOfRange(3, count: 3)) { try list.remove(at: 3) }
    #expect(throws: ListError.positionOutOfRange(3, count: 3)) { try list.move(1, to: 3) }
    #expect("\(error)" == "The list has no position \(position): it has 3 elements.")
    #expect(error.isPositionOutOfRange && !ListError.unknownID.isPositionOutOfRange)
    #expect(list.ids == [1, 2, 3] && list.version == 0)
  }

  @Test
  func contentIsUpdatedByIDAndByPosition() {
    let list = LiveList(ids: 1...3)
    let copies = list.update(2) { order in
      order.copies = 5
      return order.copies
    }
    #expect(copies == 5)
    list.update(at: 0) { $0.copies = 6 }
    #expect(Array(list.snapshot()) == [DeskOrder(1, 6), DeskOrder(2, 5), DeskOrder(3)])
    #expect(list.version == 2)
  }

  @Test
  func throwingUpdateChangesNothing() {
    let list = LiveList(ids: 1...3)
    #expect(throws: DeskClosed.self) {
      try list.update(2) { order throws(DeskClosed) in
        order.copies = 5
        throw DeskClosed()
      }
    }
    #expect(list.snapshot()[1] == DeskOrder(2) && list.version == 0)
  }

  @Test
  func upsertReplacesInPlaceOrAppends() {
    let list = LiveList(ids: 1...2)
    #expect(list.upsert(DeskOrder(1, 4)) == DeskOrder(1))
    #expect(list.upsert(DeskOrder(3)) == nil)
    #expect(Array(list.snapshot()) == [DeskOrder(1, 4), DeskOrder(2), DeskOrder(3)])
  }

  @Test
  func moveTargetIsThePositionAfterTheMove() throws {
    let list = LiveList(ids: 0..<5)
    try list.move(0, to: 4)
    #expect(list.ids == [1, 2, 3, 4, 0])
    try list.move(0, before: 3)
    #expect(list.ids == [1, 2, 0, 3, 4])
    try list.move(1, before: 3)
    #expect(list.ids == [2, 0, 1, 3, 4])
    try list.move(4, after: 2)
    #expect(list.ids == [2, 4, 0, 1, 3])
    try list.move(2, after: 3)
    #expect(list.ids == [4, 0, 1, 3, 2])
  }

  @Test
  func moveToTheSamePositionIsNotAnEdit() throws {
    let list = LiveList(ids: 0..<3)
    try list.move(1, to: 1)
    try list.move(1, before: 1)
    try list.move(1, after: 1)
    try list.move(1, before: 2)
    try list.move(1, after: 0)
    #expect(list.ids == [0, 1, 2] && list.version == 0)
  }

  @Test
  func elementsAreRemoved() throws {
    let list = LiveList(ids: 0..<10)
    #expect(list.remove(3) == DeskOrder(3))
    #expect(try list.remove(at: 0) == DeskOrder(0))
    #expect(list.removeAll { $0.id % 2 == 0 }.map(\.id) == [2, 4, 6, 8])
    #expect(list.ids == [1, 5, 7, 9])
    #expect(list.removeAll { $0.id > 20 }.isEmpty)
    #expect(list.version == 3)
    list.removeAll()
    #expect(list.isEmpty && list.version == 4)
    list.removeAll()
    #expect(list.version == 4)
  }

  @Test
  func throwingPredicateRemovesNothing() {
    let list = LiveList(ids: 0..<10)
    #expect(throws: DeskClosed.self) {
      try list.removeAll { order throws(DeskClosed) in
        if order.id == 5 { throw DeskClosed() }
        return true
      }
    }
    #expect(list.count == 10 && list.version == 0)
  }

  @Test
  func snapshotsOfOneVersionShareAnObject() {
    let list = LiveList(ids: 0..<3)
    let one = list.snapshot()
    #expect(one.isIdentical(to: list.snapshot()))
    #expect(ObjectIdentifier(one.storage) == ObjectIdentifier(list.snapshot().storage))
    list.remove(1)
    #expect(!one.isIdentical(to: list.snapshot()))
    #expect(one.map(\.id) == [0, 1, 2])
  }
}
