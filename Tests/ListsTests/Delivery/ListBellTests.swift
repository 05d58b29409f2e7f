import StagecraftLists
import Synchronization
import TestSupport
import Testing

/// Counts what it hears.
final class CountingEar: ListListener {
  private let count = Atomic(0)
  var rings: Int { count.load(ordering: .relaxed) }
  func listMayHaveChanged() { count.add(1, ordering: .relaxed) }
}

@Suite(.timeLimit(.minutes(3)))
struct ListBellTests {
  @Test
  func itIsHeardOnceEachTime() {
    let list = LiveList(ids: 0..<9)
    let ear = CountingEar()
    list.remove(0)
    list.bell.listen(ear)
    list.bell.listen(ear)
    #expect(ear.rings == 0)
    list.remove(1)
    #expect(ear.rings == 1)
    list.remove(2)
    #expect(ear.rings == 1)
    list.bell.listen(ear)
    list.bell.forget(ear)
    list.remove(3)
    #expect(ear.rings == 1)
  }

  @Test
  func itRingsForVersionsOnly() throws {
    let list = LiveList(ids: 0..<9)
    let ear = CountingEar()
    list.bell.listen(ear)
    list.remove(77)
    list.transaction { _ in }
    _ = try? list.transaction { draft throws(DeskClosed) in
      draft.removeAll()
      throw DeskClosed()
    }
    #expect(throws: ListError.self) { try list.append(DeskOrder(1)) }
    #expect(ear.rings == 0)
    try list.transaction { draft in
      draft.remove(1)
      try draft.append(DeskOrder(11))
      #expect(ear.rings == 0)
    }
    #expect(ear.rings == 1)
  }

  @Test
  func othersStillHearIt() {
    let list = LiveList(ids: 0..<9)
    let (one, other) = (CountingEar(), CountingEar())
    list.bell.listen(one)
    list.bell.listen(other)
    list.bell.forget(one)
    list.remove(1)
    #expect(one.rings == 0 && other.rings == 1)
  }

  /// Whoever listens first and reads then misses nothing, whenever the edit comes.
  @Test
  func noChangeIsMissed() async throws {
    let list = LiveList(ids: 0..<1)
    let rounds = Sanitizer.running == nil ? 20_000 : 2000
    let writer = Task {
      try await onThread { for copies in 1...rounds { list.upsert(DeskOrder(0, copies)) } }
    }
    try await onThread {
      var seen = -1
      while seen < rounds {
        let ear = CountingEar()
        list.bell.listen(ear)
        let now = list.snapshot()[0].copies
        // If there is something new, the bell has rung or is about to.
        if now == seen { while ear.rings == 0 {} }
        seen = now
        list.bell.forget(ear)
      }
    }
    try await writer.value
  }
}
