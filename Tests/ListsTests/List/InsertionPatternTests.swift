import Synchronization
import TestSupport
import Testing

@testable import StageFloor
@testable import StagecraftLists

/// The cost of insertions at crowded positions, for their writer and for readers.
@Suite(.onSeparateThread, .timeLimit(.minutes(3)))
struct InsertionPatternTests {
  /// The position of an insertion, given that of the latest one, and the number of rows.
  enum Pattern: String, CaseIterable, Sendable {
    case afterTheLatest
    case beforeTheLatest
    case onBothSidesInTurn
    case beforeAFooter
    case atTheEnd
    case atTheBeginning
    case atTwoPlacesInTurn
    case atThreePlacesInTurn

    func position(step: Int, latest: Int, start: Int) -> Int {
      let count = start + step
      return switch self {
      case .afterTheLatest: latest + 1
      case .beforeTheLatest: latest
      case .onBothSidesInTurn: step % 2 == 0 ? latest + 1 : latest
      case .beforeAFooter: count - 1
      case .atTheEnd: count
      case .atTheBeginning: 0
      // An ascending run, and insertions before the same row.
      case .atTwoPlacesInTurn: step % 2 == 0 ? start / 4 + step / 2 : count - start / 4
      // An ascending and a descending run, and insertions before the same row.
      case .atThreePlacesInTurn:
        [start / 4 + step / 3, start / 2 + (step + 2) / 3, count - start / 4][step % 3]
      }
    }
  }

  /// Chats that load pages, and logs with a footer, insert in these patterns.
  @Test(arguments: Pattern.allCases, [10, 1000])
  func regularPatternsNeedNoNewOrderKeys(_ pattern: Pattern, _ count: Int) throws {
    let list = LiveList(ids: 0..<count)
    var latest = count / 2
    for step in 0..<8000 {
      latest = pattern.position(step: step, latest: latest, start: count)
      try list.insert(DeskOrder(count + step), at: latest)
    }
    #expect(list.state.pointee.tree.relabellings == 0)
    list.snapshot().storage.tree.checkInvariants()
  }

  /// Each relabelled row is hashed once, so hashes count the work while readers wait.
  @Test
  func fewRowsAreRelabelledWhileReadersWait() throws {
    let watch = HashWatch()
    let list = LiveList((0..<1000).map { WatchedRow(id: WatchedID(number: $0, watch: watch)) })
    watch.list = list
    var next = 1000
    func row() -> WatchedRow {
      next += 1
      return WatchedRow(id: WatchedID(number: next, watch: watch))
    }
    var most = (hashed: 0, underLock: 0)
    func edit(_ body: () throws -> Void) rethrows {
      let before = (watch.hashed, watch.hashedUnderLock)
      try body()
      most.hashed = max(most.hashed, watch.hashed - before.0)
      most.underLock = max(most.underLock, watch.hashedUnderLock - before.1)
    }
    var generator = SeededGenerator(seed: 1)
    var kept: [ListSnapshot<WatchedRow>] = []
    for step in 0..<2000 {
      // At random positions, so that no pattern is detected.
      let place = 500 + Int.random(in: 0...min(step, 4), using: &generator)
      try edit { try list.insert(row(), at: place) }
      try edit { try list.append(row()) }
      let last = list.snapshot()[list.count - 1].id
      try edit { try list.move(last, to: place + step % 3) }
      if step % 100 == 0 { kept.append(list.snapshot()) }
    }
    #expect(list.state.pointee.tree.relabellings > 10)
    #expect(most.hashed > 250, "The lock was never too short for what had to be done.")
    #expect(most.underLock <= 129)
    watch.list = nil
    kept.append(list.snapshot())
    kept.last?.storage.tree.checkInvariants()
    for (old, new) in zip(kept, kept.dropFirst()) {
      let changes = new.changes(since: old)
      try changes.validate()
      #expect(changes.apply(to: old.map(\.id)) { new[$0].id } == new.map(\.id))
    }
  }

  /// A version is an edit, and relabelling is not one.
  @Test
  func relabellingCreatesNoVersion() throws {
    let list = LiveList(ids: 0..<10)
    var generator = SeededGenerator(seed: 2)
    for step in 0..<3000 {
      let place = 5 + Int.random(in: 0...min(step, 3), using: &generator)
      let origin = step % 3 == 0 ? ListOrigin("desk") : nil
      try list.insert(DeskOrder(10 + step), at: place, origin: origin)
      #expect(list.version == UInt64(step + 1))
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
    watch.note()
    hasher.combine(number)
  }
}

/// Counts how often ids are hashed, and how often while the lock of the head is held.
private final class HashWatch: @unchecked Sendable {  // guard: the test has one thread
  weak var list: LiveList<WatchedRow>?
  private(set) var hashed = 0
  private(set) var hashedUnderLock = 0

  func note() {
    hashed += 1
    guard let list, list.headLock.word.pointee.load(ordering: .relaxed) != 0 else { return }
    hashedUnderLock += 1
  }
}
