import StagecraftLists
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct JoinedListTests {
  @Test
  func editsOfAnyListAreExactChanges() throws {
    let (one, other) = (LiveList(ids: 0..<3), LiveList(ids: 10..<13))
    let all = one.joined(with: other)
    let before = all.snapshot()
    #expect(before.map(\.id) == [0, 1, 2, 10, 11, 12])
    one.remove(1)
    try other.append(DeskOrder(13))
    other.update(11) { $0.copies = 1 }
    let step = all.changes(since: before)
    #expect(step.changes.removals == [1] && step.changes.insertions == [5])
    #expect(step.changes.updates == [ListUpdate(old: 4, new: 3)] && step.changes.moves.isEmpty)
  }

  @Test
  func rowOfSeveralListsIsShownInTheFirst() throws {
    let (one, other) = (LiveList(ids: [1, 2]), LiveList(ids: [3, 4, 5]))
    let all = one.joined(with: other)
    let before = all.snapshot()
    // The row is in both lists for some time, and has moved in the end.
    try one.insert(DeskOrder(4, 1), after: 1)
    #expect(all.snapshot().map(\.description) == ["1", "4:1", "2", "3", "5"])
    let step = all.changes(since: before)
    #expect(step.changes.moves == [ListMove(from: 3, to: 1)] && step.removed.isEmpty)
    other.update(4) { $0.copies = 2 }
    #expect(all.snapshot().isIdentical(to: step.new))
    one.remove(4)
    #expect(all.snapshot().map(\.description) == ["1", "2", "3", "4:2", "5"])
  }

  @Test
  func listCanBeJoinedWithItself() throws {
    let one = LiveList(ids: 0..<3)
    let all = one.joined(with: one, one.filtered { $0.id != 1 })
    #expect(all.snapshot().map(\.id) == [0, 1, 2])
    try one.append(DeskOrder(3))
    one.remove(0)
    #expect(all.snapshot().map(\.id) == [1, 2, 3])
  }

  @Test
  func originsAreThoseOfAllLists() throws {
    let (one, other) = (LiveList(ids: 0..<3), LiveList(ids: 10..<13))
    let all = one.joined(with: other)
    let before = all.snapshot()
    let (desk, shelf) = (ListOrigin("desk"), ListOrigin("shelf"))
    one.remove(0, origin: desk)
    #expect(all.changes(since: before).origins.areOnly(desk))
    other.remove(10, origin: shelf)
    #expect(all.changes(since: before).origins == ListOrigins([desk, shelf]))
  }

  @MainActor
  @Test
  func observersAreNotifiedOfEachList() async {
    let (one, two, three) = (LiveList(ids: 0..<3), LiveList(ids: 10..<13), LiveList(ids: 20..<23))
    let all = one.joined(with: two).joined(with: three.sorted { $0.id > $1.id })
    let (removed, report) = AsyncStream<[Int]>.makeStream()
    let observation = all.observe(initial: false) { report.yield($0.removed.map(\.id)) }
    var steps = removed.makeAsyncIterator()
    for round in 0..<3 {
      one.remove(round)
      #expect(await steps.next() == [round])
      three.remove(20 + round)
      #expect(await steps.next() == [20 + round])
      two.remove(10 + round)
      #expect(await steps.next() == [10 + round])
    }
    observation.cancel()
  }

  /// A row is inserted into a list that has been read, and removed from one that has not.
  @Test
  func rowThatMovesWhileTheListsAreReadIsNeverMissing() throws {
    let (base, other) = (LiveList(ids: 0..<3), LiveList(ids: 10..<13))
    let one = HookedList(base)
    let all = one.joined(with: other)
    let before = all.snapshot()
    other.update(11) { $0.copies = 1 }
    one.afterNextRead {
      try? base.append(DeskOrder(12))
      other.remove(12)
    }
    let step = all.changes(since: before)
    #expect(step.new.map(\.id) == [0, 1, 2, 12, 10, 11])
    #expect(step.removed.isEmpty && step.changes.moves == [ListMove(from: 5, to: 3)])
  }

  @Test
  func anyNumberOfListsCanBeJoined() {
    let branches = (0..<5).map { LiveList(ids: $0 * 10..<$0 * 10 + 2) }
    let all = LiveList(ids: []).joined(with: branches)
    #expect(all.snapshot().map(\.id) == [0, 1, 10, 11, 20, 21, 30, 31, 40, 41])
    #expect(branches[0].joined(with: []).snapshot().map(\.id) == [0, 1])
  }

  @Test
  func rowsOfAReplacedListAreExactChanges() {
    let (one, other) = (LiveList(ids: 0..<10_000), LiveList(ids: []))
    let all = one.joined(with: other)
    let before = all.snapshot()
    other.replaceAll(with: (20_000..<20_600).map { DeskOrder($0) })
    let step = all.changes(since: before)
    #expect(!step.changes.isReset && step.changes.insertions.count == 600)
    // With most rows replaced, all are.
    one.replaceAll(with: (30_000..<40_000).map { DeskOrder($0) })
    #expect(all.changes(since: step.new).changes.isReset)
    #expect(all.snapshot().map(\.id) == Array(30_000..<40_000) + Array(20_000..<20_600))
  }

  /// The number of hashed identities depends on the changed rows, not on the hidden ones.
  @Test
  func hiddenRowsDoNotAddToTheCostOfAnEdit() throws {
    let counter = HashCounter()
    let rows = CountedRow.rows(0..<4000, counter)
    let (one, other) = (LiveList(rows), LiveList(rows))
    let all = one.joined(with: other)
    _ = all.snapshot()
    try other.append(CountedRow.rows(5000..<5001, counter)[0])
    _ = counter.take()
    #expect(all.snapshot().count == 4001)
    #expect(counter.take() < 10)
    for number in (3900..<4000).reversed() { one.remove(rows[number].id) }
    _ = counter.take()
    #expect(all.snapshot().count == 4001)
    #expect(counter.take() < 1000)
  }

  @Test
  func rowsMatchAnArrayAfterResets() throws {
    try withEverySeed(in: 0..<10) { generator in
      let sources = (0..<3).map { _ in LiveList<Copy>() }
      let all = sources[0].joined(with: sources[1], sources[2])
      var probe = FollowingProbe(all)
      for _ in 0..<12 {
        let source = sources.randomElement(using: &generator)
        if Int.random(in: 0..<2, using: &generator) == 0 {
          let first = Int.random(in: 0..<900, using: &generator)
          source?.replaceAll(
            with: (first..<first + Int.random(in: 0...600, using: &generator)).map {
              Copy(id: $0, shelf: first % 5)
            })
        } else {
          source?.editSomehow(using: &generator)
        }
        var ids: Set<Int> = []
        let rows = sources.flatMap { Array($0.snapshot()) }
        try probe.expect(rows.filter { ids.insert($0.id).inserted })
      }
    }
  }

  @Test
  func rowsMatchAnArray() throws {
    try withEverySeed(in: 0..<60) { generator in
      let sources = (0..<3).map { _ in LiveList<Copy>() }
      let all = sources[0].joined(with: sources[1].filtered { $0.shelf != 2 }, sources[2])
      var probe = FollowingProbe(all)
      for _ in 0..<60 {
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          sources.randomElement(using: &generator)?.editSomehow(using: &generator)
        }
        var ids: Set<Int> = []
        let lists = [
          Array(sources[0].snapshot()), sources[1].snapshot().filter { $0.shelf != 2 },
          Array(sources[2].snapshot()),
        ]
        try probe.expect(lists.joined().filter { ids.insert($0.id).inserted })
      }
    }
  }
}

@MainActor
@Suite
struct JoinedListLifetimeTests {
  @Test
  func listsDoNotRetainWhatIsDerivedFromThem() {
    let source = LiveList(ids: 0..<3)
    var all: DerivedList<DeskOrder>? = source.joined(with: LiveList(ids: 5..<7))
    weak let trace = all
    var observation = all?.observe { _ in }
    source.remove(0)
    observation = nil
    all = nil
    source.remove(1)
    #expect(trace == nil && observation == nil)
  }
}

/// A list that calls a closure when it has been read next.
private final class HookedList: ListReading {
  private let base: LiveList<DeskOrder>
  private let hook = Mutex<(@Sendable () -> Void)?>(nil)

  init(_ base: LiveList<DeskOrder>) { self.base = base }

  var changeSignal: ListChangeSignal { base.changeSignal }

  func afterNextRead(_ body: @escaping @Sendable () -> Void) { hook.withLock { $0 = body } }

  func snapshot() -> ListSnapshot<DeskOrder> { base.snapshot() }

  func changes(
    since old: ListSnapshot<DeskOrder>
  ) -> ListTransition<ListSnapshot<DeskOrder>> {
    let step = base.changes(since: old)
    let body = hook.withLock { $0.take() }
    body?()
    return step
  }
}
