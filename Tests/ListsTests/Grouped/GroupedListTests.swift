import StagecraftLists
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
@MainActor
struct GroupedListTests {
  let source = LiveList((0..<12).map { Copy(id: $0, shelf: $0 % 3) })

  @Test
  func sectionsAreSortedByKeyAndRowsKeepTheirOrder() {
    let list = source.grouped(by: \.shelf)
    let now = list.snapshot()
    #expect(now.sections.keys == [0, 1, 2] && now.counts == [4, 4, 4] && now.count == 12)
    #expect(now.sections[1].map(\.id) == [1, 4, 7, 10])
    #expect(now.sections[1].key == 1 && now.sections[1].number == 1)
    #expect(now[RowPath(section: 2, row: 3)].id == 11)
    #expect(now.index(of: 7) == RowPath(section: 1, row: 2))
    #expect(now.index(of: 99) == nil)
    #expect(now.sections.index(of: 2) == 2 && now.sections.index(of: 5) == nil)
    #expect(!now.isEmpty && list.count == 12)
    #expect(list.rows.snapshot().map(\.id) == [0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11])
    let twin = GroupedSnapshot([
      (key: 0, rows: Array(now.sections[0])), (key: 1, rows: Array(now.sections[1])),
      (key: 2, rows: Array(now.sections[2])),
    ])
    #expect(twin == now && !twin.isIdentical(to: now))
  }

  @Test
  func movesBetweenSectionsAndSectionChangesAreReported() throws {
    let list = source.grouped(by: \.shelf)
    var last = list.snapshot()
    func step() throws -> GroupedChanges {
      let step = list.changes(since: last)
      last = step.new
      try step.changes.validate()
      return step.changes
    }
    source.update(4) { $0.shelf = 2 }
    var changes = try step()
    #expect(
      changes.moves == [
        ListMove(from: RowPath(section: 1, row: 1), to: RowPath(section: 2, row: 1))
      ])
    #expect(
      changes.updates == [
        ListUpdate(old: RowPath(section: 1, row: 1), new: RowPath(section: 2, row: 1))
      ])
    #expect(changes.structuralCount == 1 && !changes.isEmpty)

    // A move into an inserted section is a removal at the old position.
    source.update(0) { $0.shelf = 7 }
    changes = try step()
    #expect(changes.sections.insertions == [3])
    #expect(changes.removals == [RowPath(section: 0, row: 0)])
    #expect(changes.moves.isEmpty && changes.updates.isEmpty && changes.insertions.isEmpty)

    // A move out of a removed section is an insertion at the new position.
    source.update(0) { $0.shelf = 0 }
    changes = try step()
    #expect(changes.sections.removals == [3])
    #expect(changes.insertions == [RowPath(section: 0, row: 0)])
    #expect(changes.moves.isEmpty && changes.updates.isEmpty && changes.removals.isEmpty)

    // A row removed with its section.
    source.removeAll { $0.shelf == 1 }
    changes = try step()
    #expect(changes.sections.removals == [1] && changes.structuralCount == 1)

    // No visible change.
    try source.move(0, to: 1)
    #expect(try step().isEmpty)
  }

  @Test
  func rowPassedByASectionBorderIsAMove() throws {
    let source = LiveList([Copy(id: 1, shelf: 0), Copy(id: 2, shelf: 1), Copy(id: 3, shelf: 1)])
    let list = source.grouped(by: \.shelf)
    let last = list.snapshot()
    source.update(2) { $0.shelf = 0 }
    let step = list.changes(since: last)
    try step.changes.validate()
    let move = ListMove(from: RowPath(section: 1, row: 0), to: RowPath(section: 0, row: 1))
    #expect(step.changes.moves == [move])
    #expect(step.changes.updates.count == 1)
  }

  @Test
  func emptySectionsAreKeptOnRequest() {
    let list = source.grouped(by: \.shelf, keepsEmptySections: true)
    _ = list.snapshot()
    source.removeAll { $0.shelf == 1 }
    #expect(list.snapshot().sections.keys == [0, 1, 2] && list.snapshot().counts == [4, 0, 4])
    #expect(list.snapshot().index(of: 2) == RowPath(section: 2, row: 0))
    source.removeAll()
    #expect(list.snapshot().sections.count == 3 && list.snapshot().isEmpty)
    list.group { $0.shelf + 10 }
    #expect(list.snapshot().sections.isEmpty)
  }

  @Test
  func sectionsThatSortEqualStaySeparate() {
    let list = source.grouped(
      by: \.shelf, sectionsSortedBy: { $0 / 2 < $1 / 2 }, sortedBy: { $0.id > $1.id })
    #expect(list.snapshot().sections.keys == [0, 1, 2])
    #expect(list.snapshot().sections[0].map(\.id) == [9, 6, 3, 0])
    source.removeAll { $0.shelf == 0 }
    #expect(list.snapshot().sections.keys == [1, 2])
    source.upsert(Copy(id: 50, shelf: 0))
    source.upsert(Copy(id: 51, shelf: 3))
    #expect(list.snapshot().sections.keys == [1, 0, 2, 3])
  }

  /// A section was removed and inserted again behind one that sorts equal to it, while another
  /// snapshot of the list was read.
  @Test
  func sectionThatPassesAnEqualOneIsRemovedAndInserted() throws {
    let source = LiveList([
      Copy(id: 1, shelf: 0), Copy(id: 2, shelf: 1), Copy(id: 3, shelf: 2), Copy(id: 4, shelf: 1),
    ])
    let list = source.grouped(by: \.shelf, sectionsSortedBy: { _, _ in false })
    let first = list.snapshot()
    #expect(first.sections.keys == [0, 1, 2])
    source.remove(1)
    #expect(list.snapshot().sections.keys == [1, 2])
    source.upsert(Copy(id: 1, shelf: 0))
    source.update(4) { $0.shelf = 0 }
    let step = list.changes(since: first)
    #expect(step.new.sections.keys == [1, 2, 0])
    try step.changes.validate()
    #expect(step.changes.sections.removals == [0] && step.changes.sections.insertions == [2])
    #expect(step.changes.removals == [RowPath(section: 1, row: 1)])
    let replayed = step.changes.apply(to: first.sections.map { Array($0) }) { step.new[$0] }
    #expect(replayed == step.new.sections.map { Array($0) })
    let back = first.changes(since: step.new)
    try back.validate()
    #expect(back.apply(to: replayed) { first[$0] } == first.sections.map { Array($0) })
  }

  /// The key function reads the list while all rows are regrouped, and sees the version before it.
  @Test
  func closuresReadTheVersionBeforeTheUpdate() {
    let slot = Mutex<GroupedList<Int, Copy>?>(nil)
    let paths = Mutex<Set<RowPath?>>([])
    let source = source
    let list = source.grouped(by: \.shelf)
    slot.withLock { $0 = list }
    #expect(list.snapshot().index(of: 4) == RowPath(section: 1, row: 1))
    list.group { row in
      let now = slot.withLock { $0 }?.snapshot()
      let path = now?.index(of: 4)
      if let now, let path, now[path].id == 4 { _ = paths.withLock { $0.insert(path) } }
      return row.shelf + 10
    }
    source.replaceAll(with: (100..<900).map { Copy(id: $0, shelf: $0 % 3) })
    #expect(list.snapshot().sections.keys == [10, 11, 12])
    #expect(paths.withLock { $0 } == [RowPath(section: 1, row: 1)])
    slot.withLock { $0 = nil }
  }

  @Test
  func observersReceiveTransitions() async throws {
    let list = source.grouped(by: \.shelf)
    let desk = ListOrigin("desk")
    var steps: [GroupedList<Int, Copy>.Transition] = []
    let observation = list.observe(ignoring: desk) { steps.append($0) }
    #expect(steps.count == 1 && steps[0].changes == .reset(from: [], to: [4, 4, 4]))
    #expect(steps[0].old.isEmpty && steps[0].new.count == 12)
    source.remove(0, origin: desk)
    #expect(!observation.flush())
    source.remove(3)
    #expect(observation.flush())
    #expect(steps[1].changes.removals == [RowPath(section: 0, row: 0)])
    list.group { $0.id % 2 }
    #expect(observation.flush())
    #expect(steps[2].changes.isReset && steps[2].new.sections.keys == [0, 1])
    observation.cancel()

    let (delivered, continuation) = AsyncStream<Int>.makeStream()
    let other = list.observe(initial: false) { continuation.yield($0.new.count) }
    let source = source
    _ = try await onThread { source.removeAll { $0.id > 5 } }
    for await count in delivered {
      #expect(count == 4)
      break
    }
    other.cancel()
  }

  @Test
  func transitionsAreAvailableInTasks() async throws {
    let list = source.grouped(by: \.shelf)
    var steps = list.transitions().makeAsyncIterator()
    #expect(await steps.next(isolation: #isolation)?.changes == .reset(from: [], to: [4, 4, 4]))
    let source = source
    try await onThread { _ = source.remove(2) }
    #expect(
      await steps.next(isolation: #isolation)?.changes.removals == [RowPath(section: 2, row: 0)])
    let late = Task {
      var steps = list.transitions(initial: false).makeAsyncIterator()
      return await steps.next(isolation: #isolation) == nil
    }
    late.cancel()
    #expect(await late.value)
  }

  @Test
  func sectionOrRowOutOfRangeTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = LiveList([Copy(id: 1, shelf: 1)]).grouped(by: \.shelf).snapshot().sections[1]
    }
    await #expect(processExitsWith: .failure) {
      _ = LiveList([Copy(id: 1, shelf: 1)]).grouped(by: \.shelf).snapshot().sections[0][1]
    }
  }
}
