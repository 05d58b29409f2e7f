import StagecraftLists
import Synchronization
import TestSupport
import Testing

/// Counts how often a closure was called.
private final class Calls: Sendable {
  private let number = Atomic(0)
  func count<Result>(_ result: Result) -> Result {
    number.add(1, ordering: .relaxed)
    return result
  }
  /// The number of calls since the last read.
  func take() -> Int { number.exchange(0, ordering: .relaxed) }
}

@Suite(.timeLimit(.minutes(3)))
@MainActor
struct DerivedListTests {
  let source = LiveList((0..<1_000).map { Copy(id: $0, shelf: $0 % 5) })
  fileprivate let calls = Calls()

  @Test
  func rowsAreComputedOnFirstRead() {
    let list = source.filtered { [calls] in calls.count($0.shelf == 0) }
    #expect(calls.take() == 0)
    #expect(list.count == 200)
    #expect(calls.take() == 1_000)
    source.remove(7)
    source.update(0) { $0.shelf = 1 }
    #expect(calls.take() == 0)
    #expect(list.count == 199)
  }

  @Test
  func closuresAreCalledOncePerChangedRow() throws {
    let filtered = source.filtered { [calls] in calls.count($0.shelf < 3) }
    let mapped = filtered.mapped { [calls] in calls.count($0.shelf) }
    #expect(mapped.count == 600)
    #expect(calls.take() == 1_600)
    #expect(mapped.count == 600 && filtered.count == 600)
    #expect(calls.take() == 0)
    try source.append(Copy(id: 1_000, shelf: 0))
    source.update(1) { $0.shelf = 2 }
    source.update(2) { $0.shelf = 4 }
    source.remove(3)
    try source.move(5, to: 900)
    for shelf in 0..<10 { source.update(10) { $0.shelf = shelf % 2 } }
    #expect(mapped.count == 600)
    // The filter is called for the inserted row and the updated ones 1, 2 and 10, the map for these
    // without 2, which left the filter.
    #expect(calls.take() == 4 + 3)
  }

  @Test
  func changedRowIsComparedWithFewOthers() {
    let sorted = source.sorted { [calls] in calls.count($0.id < $1.id) }
    _ = sorted.snapshot()
    _ = calls.take()
    source.upsert(Copy(id: 5_000, shelf: 0))
    source.update(500) { $0.shelf = 9 }
    _ = sorted.snapshot()
    #expect(calls.take() < 2 * 2 * 12)
    let grouped = source.grouped(by: { [calls] in calls.count($0.shelf) })
    _ = grouped.snapshot()
    #expect(calls.take() == 1_001)
    source.update(500) { $0.shelf = 3 }
    source.remove(4)
    #expect(grouped.snapshot().index(of: 500) == RowPath(section: 3, row: 100))
    #expect(calls.take() == 1)
  }

  @Test
  func updateInPlaceIsAnUpdateOnly() {
    let sorted = source.sorted { $0.shelf < $1.shelf }
    var last = sorted.snapshot()
    source.update(5) { $0.shelf = 0 }
    source.update(7) { $0.shelf = 3 }
    let step = sorted.changes(since: last)
    last = step.new
    #expect(step.changes.structuralCount == 1 && step.changes.moves.count == 1)
    #expect(step.changes.updates.count == 2)
    source.update(7) { $0.shelf = 3 }
    #expect(sorted.changes(since: last).changes.structuralCount == 0)
    #expect(sorted.changes(since: last).changes.updates.count == 1)
  }

  @Test
  func changesWithoutEffectAreNotReported() throws {
    let even = source.filtered { $0.shelf % 2 == 0 }
    let halves = source.mapped { $0.shelf / 2 }
    let texts = source.mapped { [$0.shelf / 2] as [any Sendable] }
    let (first, second, third) = (even.snapshot(), halves.snapshot(), texts.snapshot())
    source.update(1) { $0.shelf = 0 + 3 }
    source.update(2) { $0.shelf = 3 }
    source.update(2) { $0.shelf = 2 }
    try source.move(3, to: 1)
    source.update(6) { $0.shelf = 1 }
    try source.move(3, to: 3)
    #expect(even.changes(since: first).changes.updates == [ListUpdate(old: 1, new: 1)])
    #expect(halves.changes(since: second).changes.updates == [ListUpdate(old: 1, new: 1)])
    // Values that are not equatable count as changed.
    #expect(texts.changes(since: third).changes.updates.count == 3)
    source.update(11) { $0.shelf = 1 }
    #expect(even.snapshot().isIdentical(to: even.snapshot()))
    let now = halves.snapshot()
    source.update(12) { $0.shelf = 3 }
    #expect(halves.snapshot().isIdentical(to: now))
  }

  @Test
  func newFilterIsOneTransitionOfInsertionsAndRemovals() {
    // Few enough rows for individual changes.
    let source = LiveList((0..<300).map { Copy(id: $0, shelf: $0 % 5) })
    let list = source.filtered { $0.shelf < 2 }
    var steps: [LiveList<Copy>.Transition] = []
    let observation = list.observe(initial: false) { steps.append($0) }
    list.filter { $0.shelf < 4 }
    list.filter { [calls] in calls.count($0.shelf == 1 || $0.shelf == 2) }
    #expect(calls.take() == 0)
    #expect(observation.flush())
    #expect(calls.take() == 300)
    #expect(steps.count == 1)
    #expect(steps[0].removed.count == 60 && steps[0].inserted.count == 60)
    #expect(steps[0].changes.moves.isEmpty && steps[0].changes.updates.isEmpty)
    list.filter { $0.shelf == 1 || $0.shelf == 2 }
    #expect(!observation.flush())
  }

  @Test
  func newOrderConsistsOfAsFewMovesAsPossible() {
    let source = LiveList((0..<100).map { Copy(id: $0, shelf: $0 % 5) })
    let list = source.sorted { $0.id < $1.id }
    let last = list.snapshot()
    list.sort { ($0.id == 50 ? -1 : $0.id) < ($1.id == 50 ? -1 : $1.id) }
    let changes = list.changes(since: last).changes
    #expect(changes.moves == [ListMove(from: 50, to: 0)])
    #expect(changes.structuralCount == 1 && changes.updates.isEmpty)
  }

  @Test
  func observersAreNotifiedOfEditsAndOfNewFilters() async throws {
    let list = source.filtered { $0.shelf == 0 }.mapped { $0.id }
    let (delivered, continuation) = AsyncStream<Int>.makeStream()
    let observation = list.observe { continuation.yield($0.new.count) }
    var counts = delivered.makeAsyncIterator()
    #expect(await counts.next() == 200)
    let source = source
    _ = try await onThread { source.removeAll { $0.id < 500 } }
    #expect(await counts.next() == 100)
    let filtered = source.filtered { $0.shelf == 0 }
    let other = filtered.observe { continuation.yield($0.new.count) }
    #expect(await counts.next() == 100)
    try await onThread { filtered.filter { $0.shelf < 2 } }
    #expect(await counts.next() == 200)
    other.cancel()
    observation.cancel()
  }

  @Test
  func transitionsAreAvailableInTasks() async throws {
    let list = source.sorted { $0.id > $1.id }
    var steps = list.transitions().makeAsyncIterator()
    #expect(await steps.next(isolation: #isolation)?.new.first?.id == 999)
    let source = source
    try await onThread { _ = source.remove(999) }
    #expect(await steps.next(isolation: #isolation)?.removed.map(\.id) == [999])
  }

  @Test
  func transitionsHaveTheOriginsOfTheSource() {
    let desk = ListOrigin("desk")
    let list = source.filtered { $0.shelf == 0 }.sorted { $0.id > $1.id }
    var removed: [[Int]] = []
    let observation = list.observe(initial: false, ignoring: desk) {
      removed.append($0.removed.map(\.id))
    }
    source.remove(0, origin: desk)
    #expect(!observation.flush())
    source.remove(5)
    #expect(observation.flush())
    source.remove(10, origin: desk)
    source.remove(15)
    #expect(observation.flush())
    #expect(removed == [[5], [15, 10]])
  }

  @Test
  func newRulesAreReportedDespiteAnIgnoredOrigin() {
    let desk = ListOrigin("desk")
    let rows = (5_000..<6_000).map { Copy(id: $0, shelf: $0 % 5) }
    let filtered = source.filtered { $0.shelf == 0 }
    let sorted = source.sorted { $0.id < $1.id }
    var counts: [Int] = []
    let observations = [
      filtered.observe(initial: false, ignoring: desk) { counts.append($0.new.count) },
      sorted.observe(initial: false, ignoring: desk) { counts.append($0.new.count) },
    ]
    filtered.filter { $0.shelf < 2 }
    sorted.sort { $0.id > $1.id }
    source.replaceAll(with: rows, origin: desk)
    for observation in observations { #expect(observation.flush()) }
    #expect(counts == [400, 1_000])
    source.replaceAll(with: rows.map { Copy(id: $0.id + 5_000, shelf: 0) }, origin: desk)
    for observation in observations { #expect(!observation.flush()) }
  }

  @Test
  func closuresReadTheVersionBeforeTheUpdate() {
    let source = source
    let slot = Mutex<FilteredList<Copy>?>(nil)
    let counts = Mutex<[Int]>([])
    let list = source.filtered { row in
      let count = slot.withLock { $0 }?.count
      counts.withLock { $0.append(count ?? -1) }
      return row.shelf == 0
    }
    slot.withLock { $0 = list }
    #expect(list.count == 200)
    #expect(counts.withLock { Set($0) } == [0])
    source.removeAll { $0.shelf == 0 && $0.id < 500 }
    source.update(999) { $0.shelf = 0 }
    counts.withLock { $0 = [] }
    #expect(list.count == 101)
    #expect(counts.withLock { $0 } == [200])
    // A closure may also edit the source list.
    let other = source.filtered { row in
      if row.id == 998 { source.remove(997) }
      return true
    }
    #expect(other.count == 900)
    #expect(other.count == 899)
    slot.withLock { $0 = nil }
  }

  @Test
  func comparisonWithAnotherListIsAReset() {
    let list = source.filtered { $0.shelf == 0 }
    #expect(list.changes(since: source.snapshot()).changes.isReset)
    #expect(list.changes(since: source.filtered { $0.shelf == 0 }.snapshot()).changes.isReset)
    let first = list.snapshot()
    source.replaceAll(with: (5_000..<6_000).map { Copy(id: $0, shelf: 0) })
    let step = list.changes(since: first)
    #expect(step.changes.isReset && step.new.count == 1_000)
  }
}
