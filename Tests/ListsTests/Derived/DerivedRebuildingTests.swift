import TestSupport
import Testing

@testable import StagecraftLists

/// Building all rows at once, and the edits that follow.
@Suite(.onSeparateThread, .timeLimit(.minutes(3)))
struct DerivedRebuildingTests {
  /// Filters change few rows, which are edited one by one, or many, for which the rows are built
  /// again; both give the rows of the model, with exact changes.
  @Test
  func filtersOfEverySelectivityMatchTheModel() throws {
    try withEverySeed(in: 0..<8) { generator in
      let source = LiveList((0..<300).map { Copy(id: 100 + $0, shelf: $0 % 5) })
      var (divisor, rest) = (1, 0)
      let filtered = source.filtered { _ in true }
      let mapped = filtered.mapped { -$0.id }
      var probes = (FollowingProbe(filtered), FollowingProbe(mapped))
      for step in 0..<40 {
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
          source.editSomehow(using: &generator)
        }
        // Every so often all the rows of the beginning are there.
        if step % 10 == 9 {
          source.replaceAll(with: (0..<300).map { Copy(id: 100 + $0, shelf: $0 % 5) })
        }
        if generator.oneIn(2) {
          divisor = [1, 2, 3, 10, 50, 1_000].randomElement(using: &generator) ?? 1
          rest = Int.random(in: 0..<divisor, using: &generator)
          filtered.filter { [divisor, rest] in $0.id % divisor == rest }
        } else if generator.oneIn(2) {
          // Few rows differ from those of the present filter.
          let odd = Int.random(in: 100..<400, using: &generator)
          let (divisor, rest) = (divisor, rest)
          filtered.filter { $0.id % divisor == rest || $0.id == odd }
          let rows = source.snapshot().filter { $0.id % divisor == rest || $0.id == odd }
          try probes.0.expect(rows)
          filtered.filter { $0.id % divisor == rest }
        }
        let rows = source.snapshot().filter { $0.id % divisor == rest }
        try probes.0.expect(rows)
        try probes.1.expect(rows.map { MappedElement(id: $0.id, value: -$0.id) })
      }
    }
  }

  @Test
  func rowsThatPassBothFiltersAreUnaffected() throws {
    let source = LiveList((0..<300).map { Copy(id: $0, shelf: $0 % 5) })
    let list = source.filtered { $0.id % 2 == 0 }
    var last = list.snapshot()
    // Rows that are inserted later have keys of their own.
    try source.insert(Copy(id: 1_000, shelf: 0), at: 10)
    source.remove(7)
    _ = list.snapshot()
    list.filter { $0.id % 2 == 0 && $0.id > 40 || $0.id % 3 == 0 && $0.id < 80 }
    let step = list.changes(since: last)
    #expect(!step.changes.isReset && step.changes.updates.isEmpty && step.changes.moves.isEmpty)
    #expect(step.changes.insertions.count + step.changes.removals.count < 80)
    last = step.new
    list.filter { $0.id % 2 == 0 && $0.id > 60 || $0.id % 3 == 0 && $0.id < 80 }
    let next = list.changes(since: last).changes
    #expect(next.removals.count == 6 && next.structuralCount == 6 && next.updates.isEmpty)
  }

  /// The index that the rows take over from the source is given up when few of them are left.
  @Test
  func staleEntriesAreFew() {
    let source = LiveList((0..<5_000).map { Copy(id: $0, shelf: $0 % 100) })
    let list = source.filtered { $0.shelf < 10 }
    func check() {
      let tree = list.snapshot().storage
      tree.tree.checkInvariants()
      #expect(tree.tree.staleEntries <= 16 * tree.tree.count + 64)
    }
    check()
    #expect(list.snapshot().storage.tree.staleEntries == 4_500)
    for shelf in 0..<10 {
      source.removeAll { $0.shelf == shelf }
      check()
    }
    list.filter { $0.shelf == 50 }
    check()
    list.filter { $0.id == 4_050 }
    check()
    #expect(list.snapshot().index(of: 4_050) == 0 && list.snapshot().index(of: 4_051) == nil)
  }

  /// The changes are a reset exactly if more than half of the rows have to move.
  @Test
  func newOrderIsAResetOnlyIfTooManyRowsMove() throws {
    try withEverySeed(in: 0..<6) { generator in
      let count = Int.random(in: 257...900, using: &generator)
      let source = LiveList((0..<count).map { Copy(id: $0, shelf: 0) })
      let list = source.sorted { $0.id < $1.id }
      for share in [0, 1, 10, 30, 45, 55, 100] {
        list.sort { $0.id < $1.id }
        let last = list.snapshot()
        var ranks = Array(0..<count)
        for place in ranks.indices where Int.random(in: 0..<100, using: &generator) < share {
          ranks.swapAt(place, Int.random(in: 0..<count, using: &generator))
        }
        list.sort { [ranks] in ranks[$0.id] < ranks[$1.id] }
        let step = list.changes(since: last)
        let rows = (0..<count).sorted { ranks[$0] < ranks[$1] }
        let moved = count - IncreasingSubsequence.longest(in: rows).count
        #expect(step.changes.isReset == (moved > max(256, count / 2)), "\(moved) of \(count)")
        if !step.changes.isReset {
          #expect(step.changes.moves.count == moved && step.changes.structuralCount == moved)
          #expect(step.changes.apply(to: Array(last)) { step.new[$0] } == Array(step.new))
        }
        try #require(step.new.map(\.id) == rows)
        step.new.storage.tree.checkInvariants()
      }
    }
  }

  /// There is no room for new keys between two rows that stay.
  @Test
  func newOrderWithoutRoomForKeysIsExact() throws {
    let source = LiveList((0..<200).map { Copy(id: $0, shelf: 0) })
    let list = source.sorted { $0.id < $1.id }
    var probe = FollowingProbe(list)
    for step in 0..<40 {
      // A third of the rows, always others, moves between the same two rows.
      let low = step % 3
      list.sort { one, other in
        func rank(_ row: Copy) -> Int { row.id % 3 == low ? 100 * 1_000 + row.id : row.id * 1_000 }
        return rank(one) < rank(other)
      }
      let rows = source.snapshot().sorted { one, other in
        func rank(_ row: Copy) -> Int { row.id % 3 == low ? 100 * 1_000 + row.id : row.id * 1_000 }
        return rank(one) < rank(other)
      }
      try probe.expect(rows)
    }
  }

  @Test
  func objectsWhoseIDsHaveChangedAreFound() async {
    await #expect(processExitsWith: .failure) {
      let covers = LiveList((0..<3).map { Cover($0) })
      covers.snapshot()[2].id = 0
      _ = covers.mapped { $0.id }.snapshot()
    }
    await #expect(processExitsWith: .failure) {
      let covers = LiveList((0..<3).map { Cover($0) })
      covers.snapshot()[2].id = 0
      _ = covers.sorted { $0.id < $1.id }.snapshot()
    }
  }

  private final class Cover: Identifiable, @unchecked Sendable {  // guard: one thread
    var id: Int

    init(_ id: Int) { self.id = id }
  }
}
