import StagecraftLists
import TestSupport
import Testing

private struct Row: Identifiable, Sendable {
  let id: Int
  var shelf: Int
  var content: Tracked
}

@Suite(.timeLimit(.minutes(3)))
struct DerivedLifetimeTests {
  private func source(_ tracker: LifetimeTracker) -> LiveList<Row> {
    LiveList((0..<300).map { Row(id: $0, shelf: $0 % 5, content: tracker.make()) })
  }

  @Test
  func rowsAreReleasedWithTheLists() throws {
    try withLifetimeTracking { tracker in
      let source = source(tracker)
      let filtered = source.filtered { $0.shelf < 3 }
      let mapped = filtered.mapped { ($0.content, tracker.make()) }
      let grouped = mapped.grouped(by: { $0.id % 3 })
      let sorted = source.sorted { $0.shelf > $1.shelf }
      #expect(grouped.count == 180 && sorted.count == 300)
      #expect(tracker.alive == 480)
      source.removeAll { $0.shelf == 0 }
      #expect(grouped.count == 120 && sorted.count == 240)
      #expect(tracker.alive == 360)
      filtered.filter { $0.shelf == 1 }
      #expect(grouped.count == 60)
      #expect(tracker.alive == 300)
      source.replaceAll(with: (0..<10).map { Row(id: $0, shelf: 1, content: tracker.make()) })
      #expect(grouped.count == 10 && sorted.count == 10)
      #expect(tracker.alive == 20)
    }
  }

  @Test
  func snapshotRetainsItsRows() throws {
    try withLifetimeTracking { tracker in
      let source = source(tracker)
      let list = source.filtered { $0.shelf == 0 }
      var last: ListSnapshot<Row>? = list.snapshot()
      source.removeAll()
      #expect(list.count == 0)
      #expect(tracker.alive >= 60)
      last = nil
      #expect(tracker.alive == 0)
      _ = last
    }
  }

  @Test
  func lastListOfAChainRetainsTheOthers() throws {
    try withLifetimeTracking { tracker in
      var list: MappedList<Int, Int>? = source(tracker).filtered { $0.shelf < 3 }
        .sorted { $0.id > $1.id }.mapped { $0.id }
      #expect(list?.snapshot().first?.value == 297)
      #expect(tracker.alive == 300)
      list = nil
      #expect(tracker.alive == 0)
    }
  }

  @Test
  func replacedFiltersAreReleased() throws {
    try withLifetimeTracking { tracker in
      let list = source(tracker).filtered { $0.shelf < 3 }
      for _ in 0..<3 {
        let held = tracker.make()
        list.filter { row in withExtendedLifetime(held) { row.shelf < 2 } }
      }
      #expect(tracker.alive == 301)
      #expect(list.count == 120)
      list.filter { $0.shelf < 2 }
      #expect(list.count == 120)
      #expect(tracker.alive == 300)
    }
  }

  /// The `deinit` of a value runs without a lock.
  @Test
  func deinitOfARowMayReadTheList() {
    final class Reader: Sendable {
      let list: LiveList<Reading>
      init(_ list: LiveList<Reading>) { self.list = list }
      deinit { _ = list.count }
    }
    struct Reading: Identifiable, Sendable {
      let id: Int
      let reader: Reader?
    }
    let log = LiveList<Reading>([Reading(id: 0, reader: nil)])
    let source = LiveList<Reading>()
    let list = source.filtered { $0.id % 2 == 0 }
    let seen = log.filtered { $0.id >= 0 }
    for id in 0..<20 { source.upsert(Reading(id: id, reader: Reader(log))) }
    #expect(list.count == 10 && seen.count == 1)
    source.removeAll()
    #expect(list.isEmpty)
  }

  @MainActor
  @Test
  func cancelledObservationReleasesTheList() {
    let tracker = LifetimeTracker()
    do {
      let list = source(tracker).grouped(by: \.shelf)
      var observation: ListObservation? = list.observe { _ in }
      list.group { $0.id % 2 }
      #expect(observation?.flush() == true)
      observation = nil
      #expect(tracker.alive == 300)
    }
    #expect(tracker.alive == 0)
  }
}
