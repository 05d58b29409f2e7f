import StagecraftLists
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct LiveListLifetimeTests {
  private struct Row: Identifiable, Sendable {
    let id: Int
    var content: Tracked
  }

  @Test
  func removedElementIsReleasedWithItsLastSnapshot() throws {
    try withLifetimeTracking { tracker in
      let list = LiveList((0..<100).map { Row(id: $0, content: tracker.make()) })
      var old: ListSnapshot? = list.snapshot()
      list.remove(3)
      list.update(4) { $0.content = tracker.make() }
      #expect(tracker.alive == 101)
      #expect(old?.count == 100)
      old = nil
      #expect(tracker.alive == 99)
      list.removeAll { $0.id < 50 }
      #expect(tracker.alive == 50)
      list.replaceAll(with: [Row(id: 60, content: tracker.make())])
      #expect(tracker.alive == 1)
      list.removeAll()
      #expect(tracker.alive == 0)
    }
  }

  @Test
  func undoneInsertionsAreReleased() throws {
    try withLifetimeTracking { tracker in
      let list = LiveList((0..<100).map { Row(id: $0, content: tracker.make()) })
      _ = try? list.transaction { draft throws(DeskClosed) in
        for id in 0..<50 { draft.update(id) { $0.content = tracker.make() } }
        draft.upsert(Row(id: 200, content: tracker.make()))
        throw DeskClosed()
      }
      #expect(tracker.alive == 100)
      list.transaction { draft in
        _ = try? list.transaction { inner throws(DeskClosed) in
          inner.upsert(Row(id: 300, content: tracker.make()))
          inner.removeAll()
          throw DeskClosed()
        }
        draft.removeAll { $0.id % 2 == 0 }
      }
      #expect(tracker.alive == 50)
    }
  }

  @Test
  func snapshotOutlivesItsList() throws {
    try withLifetimeTracking { tracker in
      var list: LiveList? = LiveList((0..<100).map { Row(id: $0, content: tracker.make()) })
      let rows = list?.snapshot()
      list = nil
      #expect(rows?[99].id == 99 && tracker.alive == 100)
      withExtendedLifetime(rows) {}
    }
  }

  /// The row edits the list when it is destroyed, which would deadlock under one of the list's
  /// locks.
  @Test
  func deinitOfARowMayEditTheList() {
    final class Ghost: Sendable {
      let list: LiveList<Haunted>
      let number: Int
      init(_ list: LiveList<Haunted>, _ number: Int) {
        self.list = list
        self.number = number
      }
      deinit {
        list.upsert(Haunted(id: number, ghost: nil))
        #expect(list.snapshot().count >= 0)
      }
    }
    struct Haunted: Identifiable, Sendable {
      let id: Int
      var ghost: Ghost?
    }
    let list = LiveList<Haunted>()
    for id in 0..<40 { list.upsert(Haunted(id: id, ghost: Ghost(list, 1000 + id))) }
    list.remove(0)
    list.upsert(Haunted(id: 1, ghost: nil))
    list.update(2) { $0.ghost = nil }
    #expect(list.snapshot().map(\.id).suffix(3) == [1000, 1001, 1002])
    list.transaction { draft in
      draft.remove(3)
      draft.update(4) { $0.ghost = nil }
    }
    #expect(Set(list.snapshot().map(\.id).suffix(2)) == [1003, 1004])
    var before: ListSnapshot? = list.snapshot()
    list.removeAll { $0.id < 20 }
    #expect(!list.snapshot().contains(id: 1019) && before?.contains(id: 19) == true)
    before = nil
    #expect(list.snapshot().contains(id: 1019))
    list.removeAll()
    #expect(Set(list.snapshot().map(\.id)) == Set(1020..<1040))
    // Also during an edit.
    list.transaction { draft in
      for id in 0..<20 { draft.upsert(Haunted(id: id, ghost: Ghost(list, 2000 + id))) }
      draft.replaceAll(with: (5..<15).reversed().map { Haunted(id: $0, ghost: nil) })
      let ids = draft.elements.map(\.id)
      #expect(Array(ids.prefix(10)) == Array(5..<15).reversed())
      #expect(Set(ids).isSuperset(of: 2000..<2020))
      #expect(ids.count == 30)
      draft.upsert(Haunted(id: 99, ghost: Ghost(list, 3000)))
      draft.removeAll()
      #expect(draft.elements.map(\.id) == [3000])
    }
    #expect(list.snapshot().map(\.id) == [3000])
  }

  @Test
  func deallocatedListReleasesItsRows() throws {
    try withLifetimeTracking { tracker in
      _ = LiveList((0..<1000).map { Row(id: $0, content: tracker.make()) })
      let list = LiveList<Row>()
      for id in 0..<1000 { list.upsert(Row(id: id, content: tracker.make())) }
      for id in 0..<1000 { list.upsert(Row(id: id, content: tracker.make())) }
      #expect(tracker.alive == 1000)
    }
  }
}
