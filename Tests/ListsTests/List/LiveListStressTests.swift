import StageFloor
import StagecraftLists
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct LiveListStressTests {
  /// Several writers, readers and an observer of one list.
  @Test
  func writersReadersAndObserverSeeConsistentVersions() async throws {
    let list = LiveList(ids: 0..<500)
    let recorder = await Recorder(list)
    let rounds = Sanitizer.running == nil ? 1500 : 200
    try await withThrowingTaskGroup { group in
      for writer in 0..<8 {
        group.addTask { try await onThread { write(to: list, as: writer, rounds: rounds) } }
      }
      for _ in 0..<2 {
        group.addTask { try await onThread { try read(list, rounds: rounds) } }
      }
      try await group.waitForAll()
    }
    await recorder.finish()
    let rows = Array(list.snapshot())
    #expect(await recorder.rows == rows)
    #expect(Set(rows.map(\.id)).count == rows.count)
    // The rows of each writer are as it left them, in its order.
    for writer in 0..<8 {
      var replay: [DeskOrder] = []
      var generator = SeededGenerator(seed: UInt64(writer))
      for round in 0..<rounds {
        switch OwnEdit(writer, round, &generator) {
        case .append(let row): replay.append(row)
        case .change(let index) where !replay.isEmpty: replay[index % replay.count].copies = round
        case .remove(let index) where !replay.isEmpty: replay.remove(at: index % replay.count)
        default: break
        }
      }
      #expect(rows.filter { $0.id / 1_000_000 == writer + 1 } == replay)
    }
  }

  /// A snapshot is read and dropped on another thread, and the next edit is made in place.
  ///
  /// Only the reference count of the version orders the two, which the thread sanitizer does not
  /// see: without a precaution it reports a race, also in users' programs.
  @Test
  func editAfterAReleasedSnapshotIsNotReportedAsARace() async throws {
    let list = LiveList(ids: 0..<100)
    // Relaxed, so that it does not order the two threads.
    let dropped = Tally()
    try await withThrowingTaskGroup { group in
      group.addTask {
        try await onThread {
          #expect(list.snapshot().reduce(0) { $0 + $1.id } == 4950)
          dropped.add()
        }
      }
      group.addTask {
        try await onThread {
          let end = ContinuousClock.now + .seconds(60)
          while dropped.count == 0, ContinuousClock.now < end {}
          try list.remove(at: 0)
        }
      }
      try await group.waitForAll()
    }
    #expect(dropped.count == 1)
    #expect(list.snapshot().first?.id == 1)
  }

  @Test
  func concurrentRemovalsOfOneElementSucceedOnce() async throws {
    let list = LiveList(ids: 0..<4000)
    let got = Tally()
    try await withThrowingTaskGroup { group in
      for _ in 0..<2 {
        group.addTask {
          try await onThread {
            for id in 0..<4000 where list.remove(id) != nil { got.add() }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(got.count == 4000 && list.isEmpty && list.version == 4000)
  }

  @Test
  func concurrentInsertionsOfOneIDSucceedOnce() async throws {
    let list = LiveList<DeskOrder>()
    let added = Tally()
    try await withThrowingTaskGroup { group in
      for writer in 0..<2 {
        group.addTask {
          try await onThread {
            for id in 0..<2000 where (try? list.append(DeskOrder(id, writer))) != nil {
              added.add()
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(added.count == 2000 && list.count == 2000)
  }
}

/// A counter for several threads.
private final class Tally: Sendable {
  private let value = Atomic(0)
  var count: Int { value.load(ordering: .relaxed) }
  func add() { value.add(1, ordering: .relaxed) }
}

/// Replays the transitions of a list on an array.
@MainActor
private final class Recorder {
  private(set) var rows: [DeskOrder] = []
  private var observation: ListObservation?

  init(_ list: LiveList<DeskOrder>) {
    observation = list.observe { [unowned self] transition in
      rows = transition.changes.apply(to: rows) { transition.new[$0] }
      #expect(transition.old.count == transition.changes.oldCount)
      #expect(rows.count == transition.new.count)
    }
  }

  func finish() {
    observation?.flush()
    observation = nil
  }
}

/// One writer, which edits its own rows.
private enum OwnEdit {
  case append(DeskOrder)
  case change(Int)
  case remove(Int)

  init(_ writer: Int, _ round: Int, _ generator: inout SeededGenerator) {
    let index = Int.random(in: 0..<1_000_000, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0, 1: self = .append(DeskOrder((writer + 1) * 1_000_000 + round))
    case 2: self = .change(index)
    default: self = .remove(index)
    }
  }
}

private func write(to list: LiveList<DeskOrder>, as writer: Int, rounds: Int) {
  var generator = SeededGenerator(seed: UInt64(writer))
  var own: [Int] = []
  for round in 0..<rounds {
    switch OwnEdit(writer, round, &generator) {
    case .append(let row):
      own.append(row.id)
      #expect(throws: Never.self) {
        if round % 5 == 0 {
          try list.transaction { draft in try draft.append(row) }
        } else {
          try list.append(row)
        }
      }
    case .change(let index) where !own.isEmpty:
      #expect(list.update(own[index % own.count]) { $0.copies = round } != nil)
    case .remove(let index) where !own.isEmpty:
      let id = own.remove(at: index % own.count)
      #expect(list.remove(id)?.id == id)
    default: break
    }
    // Moves of other rows do not change the order of this writer's rows.
    if round % 7 == 0 { try? list.move(round % 500, to: 0) }
    if round % 50 == 0 {
      _ = try? list.transaction { draft throws(DeskClosed) in
        draft.removeAll()
        throw DeskClosed()
      }
    }
  }
}

private func read(_ list: LiveList<DeskOrder>, rounds: Int) throws {
  var last = list.snapshot()
  var rows = Array(last)
  for _ in 0..<rounds / 10 {
    let transition = list.changes(since: last)
    try #require(transition.old.isIdentical(to: last) && transition.new.version >= last.version)
    rows = transition.changes.apply(to: rows) { transition.new[$0] }
    try #require(transition.new.elementsEqual(rows))
    last = transition.new
  }
}
