import Synchronization
import TestSupport
import Testing

@testable import LiveLists
@testable import StageFloor

/// What insertions at crowded places cost their writer, and what they cost readers.
@Suite(.apart, .timeLimit(.minutes(3)))
struct InsertionPatternTests {
  /// Where an insertion goes, given where the latest one stands.
  enum Pattern: String, CaseIterable, Sendable {
    case afterTheLatest, beforeTheLatest, onBothSidesInTurn, beforeAFooter, atTheEnd, atTheBeginning

    func position(step: Int, latest: Int, count: Int) -> Int {
      switch self {
      case .afterTheLatest: latest + 1
      case .beforeTheLatest: latest
      case .onBothSidesInTurn: step % 2 == 0 ? latest + 1 : latest
      case .beforeAFooter: count - 1
      case .atTheEnd: count
      case .atTheBeginning: 0
      }
    }
  }

  /// A chat with pages and a log with a footer insert like that, all day.
  @Test(arguments: Pattern.allCases, [1, 1000])
  func regularPatternsNeedNoNewOrderKeys(_ pattern: Pattern, _ count: Int) throws {
    let list = LiveList(ids: 0..<count)
    var latest = count / 2
    for step in 0..<20_000 {
      latest = pattern.position(step: step, latest: latest, count: list.count)
      try list.insert(DeskOrder(count + step), at: latest)
    }
    #expect(list.state.pointee.tree.relabellings == 0)
    list.snapshot().storage.tree.checkInvariants()
  }

  /// Each relabelled row is hashed once, so hashing tells what is done while readers wait.
  @Test
  func noRowIsRelabelledWhileReadersWait() throws {
    let watch = HashWatch()
    let list = LiveList((0..<1000).map { WatchedRow(id: WatchedID(number: $0, watch: watch)) })
    watch.list = list
    var next = 1000
    func row() -> WatchedRow {
      next += 1
      return WatchedRow(id: WatchedID(number: next, watch: watch))
    }
    var worst = 0
    func edit(_ body: () throws -> Void) rethrows {
      let before = watch.hashedUnderLock
      try body()
      worst = max(worst, watch.hashedUnderLock - before)
    }
    var kept: [ListSnapshot<WatchedRow>] = []
    for step in 0..<1500 {
      // An edit elsewhere in between, so that no pattern can be seen.
      try edit { try list.insert(row(), at: 500) }
      try edit { try list.append(row()) }
      try edit { try list.move(from: list.count - 1, to: 500) }
      if step % 100 == 0 { kept.append(list.snapshot()) }
    }
    #expect(list.state.pointee.tree.relabellings > 10)
    #expect(worst <= 1, "\(worst) ids were hashed under the lock of the head by one edit")
    watch.list = nil
    list.snapshot().storage.tree.checkInvariants()
    for (old, new) in zip(kept, kept.dropFirst()) {
      let changes = new.changes(since: old)
      try changes.validate()
      #expect(changes.apply(to: old.map(\.id)) { new[$0].id } == new.map(\.id))
    }
  }

  /// New order keys are no version of their own: readers count edits.
  @Test
  func newOrderKeysAreNoVersion() throws {
    let list = LiveList(ids: 0..<10)
    for step in 0..<500 {
      try list.insert(DeskOrder(10 + 2 * step), at: 5)
      try list.append(DeskOrder(11 + 2 * step), origin: step % 3 == 0 ? ListOrigin("desk") : nil)
      #expect(list.version == UInt64(2 * step + 2))
    }
    #expect(list.state.pointee.tree.relabellings > 0)
  }
}

private struct WatchedRow: Identifiable, Sendable {
  let id: WatchedID
}

private struct WatchedID: Hashable, Sendable {
  let number: Int
  let watch: HashWatch

  static func == (one: WatchedID, other: WatchedID) -> Bool { one.number == other.number }

  func hash(into hasher: inout Hasher) {
    watch.hashed()
    hasher.combine(number)
  }
}

/// Counts how often ids are hashed while the lock of the head is held; for one thread.
private final class HashWatch: @unchecked Sendable {  // guard: the test has one thread
  weak var list: LiveList<WatchedRow>?
  private(set) var hashedUnderLock = 0

  func hashed() {
    guard let list, list.headLock.word.pointee.load(ordering: .relaxed) != 0 else { return }
    hashedUnderLock += 1
  }
}

extension LiveList {
  fileprivate func move(from source: Int, to target: Int) throws {
    try move(snapshot()[source].id, to: target)
  }
}
