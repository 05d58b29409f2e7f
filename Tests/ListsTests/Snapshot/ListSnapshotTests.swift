import StagecraftLists
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ListSnapshotTests {
  @Test
  func rowsAreFoundByPositionAndByID() {
    let rows = LiveList(ids: [4, 2, 9]).snapshot()
    #expect(rows[1] == DeskOrder(2) && rows.first == DeskOrder(4) && rows.last == DeskOrder(9))
    #expect(rows.index(of: 9) == 2 && rows.index(of: 3) == nil)
    #expect(rows[id: 2] == DeskOrder(2) && rows[id: 3] == nil)
    #expect(rows.contains(id: 4) && !rows.contains(id: 5))
    #expect(rows.indices == 0..<3 && rows.reversed().map(\.id) == [9, 2, 4])
  }

  @Test
  func snapshotDoesNotChange() throws {
    let list = LiveList(ids: 0..<1000)
    let rows = list.snapshot()
    list.removeAll { $0.id % 3 == 0 }
    list.update(1) { $0.copies = 7 }
    try list.move(2, to: 500)
    #expect(rows.map(\.id) == Array(0..<1000) && rows[1].copies == 0 && rows.index(of: 2) == 2)
    #expect(rows.index(of: 999) == 999 && list.snapshot().index(of: 999) == nil)
  }

  @Test
  func chunksContainAllRowsInOrder() throws {
    try withEvery("count", in: [0, 1, 7, 64, 65, 1000]) { count in
      var seen: [Int] = []
      LiveList(ids: 0..<count).snapshot().forEachChunk { chunk in
        for index in chunk.indices { seen.append(chunk[index].id) }
      }
      try #require(seen == Array(0..<count))
    }
    var chunks = 0
    #expect(throws: DeskClosed.self) {
      try LiveList(ids: 0..<1000).snapshot().forEachChunk { _ throws(DeskClosed) in
        chunks += 1
        throw DeskClosed()
      }
    }
    #expect(chunks == 1)
  }

  @Test
  func equalityComparesRows() {
    let list = LiveList(ids: 0..<5)
    let rows = list.snapshot()
    #expect(rows == list.snapshot())
    #expect(rows == ListSnapshot((0..<5).map { DeskOrder($0) }))
    #expect(!rows.isIdentical(to: ListSnapshot((0..<5).map { DeskOrder($0) })))
    list.update(3) { $0.copies = 1 }
    #expect(rows != list.snapshot())
    list.update(3) { $0.copies = 0 }
    #expect(rows == list.snapshot() && !rows.isIdentical(to: list.snapshot()))
    #expect(rows != ListSnapshot((0..<4).map { DeskOrder($0) }))
  }

  @Test
  func changesAreExactInBothDirections() throws {
    let list = LiveList(ids: 0..<100)
    let old = list.snapshot()
    list.remove(5)
    try list.append(DeskOrder(100))
    list.update(50) { $0.copies = 1 }
    let new = list.snapshot()
    let changes = new.changes(since: old)
    #expect(changes.removals == [5] && changes.insertions == [99] && changes.moves.isEmpty)
    #expect(changes.updates == [ListUpdate(old: 50, new: 49)])
    let back = old.changes(since: new)
    #expect(back.removals == [99] && back.insertions == [5])
    #expect(new.changes(since: new) == .none(count: 100))
    let other = LiveList(ids: 0..<3).snapshot()
    #expect(new.changes(since: other) == .reset(from: 3, to: 100))
  }

  @Test
  func transitionsNameTheirRows() {
    let list = LiveList(ids: 0..<5)
    let old = list.snapshot()
    list.remove(2)
    list.upsert(DeskOrder(9))
    list.upsert(DeskOrder(1, 4))
    let step = list.changes(since: old)
    #expect(step.removed == [DeskOrder(2)] && step.inserted == [DeskOrder(9)])
    #expect(step.updated.map(\.old) == [DeskOrder(1)])
    #expect(step.updated.map(\.new) == [DeskOrder(1, 4)])
    #expect(!step.isEmpty && step.old == old && step.new == list.snapshot())
    let first = ListTransition(from: ListSnapshot(), to: old)
    #expect(first.old.isEmpty && first.new.isIdentical(to: old))
    #expect(first.changes == .reset(from: 0, to: 5) && first.removed.isEmpty)
    #expect(list.changes(since: list.snapshot()).isEmpty)
  }

  @Test
  func editsThatCancelEachOtherOutAreNoChange() {
    let list = LiveList(ids: 0..<5)
    let old = list.snapshot()
    list.upsert(DeskOrder(9))
    list.remove(9)
    let step = list.changes(since: old)
    #expect(step.isEmpty && step.new.version == 2)
  }
}
