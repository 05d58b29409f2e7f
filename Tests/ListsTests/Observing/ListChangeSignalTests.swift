import StagecraftLists
import Synchronization
import TestSupport
import Testing

/// Counts its notifications.
final class CountingListener: ListListener {
  private let count = Atomic(0)
  var signals: Int { count.load(ordering: .relaxed) }
  func listMayHaveChanged() { count.add(1, ordering: .relaxed) }
}

@Suite(.timeLimit(.minutes(3)))
struct ListChangeSignalTests {
  @Test
  func listenerIsNotifiedOncePerRegistration() {
    let list = LiveList(ids: 0..<9)
    let listener = CountingListener()
    list.remove(0)
    list.changeSignal.addListener(listener)
    list.changeSignal.addListener(listener)
    #expect(listener.signals == 0)
    list.remove(1)
    #expect(listener.signals == 1)
    list.remove(2)
    #expect(listener.signals == 1)
    list.changeSignal.addListener(listener)
    list.changeSignal.removeListener(listener)
    list.remove(3)
    #expect(listener.signals == 1)
  }

  @Test
  func signalIsSentForNewVersionsOnly() throws {
    let list = LiveList(ids: 0..<9)
    let listener = CountingListener()
    list.changeSignal.addListener(listener)
    list.remove(77)
    list.transaction { _ in }
    _ = try? list.transaction { draft throws(DeskClosed) in
      draft.removeAll()
      throw DeskClosed()
    }
    #expect(throws: ListError.self) { try list.append(DeskOrder(1)) }
    #expect(listener.signals == 0)
    try list.transaction { draft in
      draft.remove(1)
      try draft.append(DeskOrder(11))
      #expect(listener.signals == 0)
    }
    #expect(listener.signals == 1)
  }

  @Test
  func otherListenersAreStillNotified() {
    let list = LiveList(ids: 0..<9)
    let (one, other) = (CountingListener(), CountingListener())
    list.changeSignal.addListener(one)
    list.changeSignal.addListener(other)
    list.changeSignal.removeListener(one)
    list.remove(1)
    #expect(one.signals == 0 && other.signals == 1)
  }

  @Test
  func signalOfSeveralListsLeavesNoListener() {
    let (one, other) = (LiveList(ids: 0..<3), LiveList(ids: 5..<7))
    let listener = CountingListener()
    do {
      let all = one.joined(with: other.filtered { $0.id > 5 })
      all.changeSignal.addListener(listener)
      let isHeard = one.changeSignal.hasListeners.load(ordering: .relaxed)
      #expect(isHeard)
      all.changeSignal.removeListener(listener)
    }
    let isOneHeard = one.changeSignal.hasListeners.load(ordering: .relaxed)
    let isOtherHeard = other.changeSignal.hasListeners.load(ordering: .relaxed)
    #expect(!isOneHeard && !isOtherHeard)
  }

  /// An observer that listens before it reads misses no change of a concurrent edit.
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
        let listener = CountingListener()
        list.changeSignal.addListener(listener)
        let now = list.snapshot()[0].copies
        // A change that was not read has been signalled, or is about to be.
        if now == seen { while listener.signals == 0 {} }
        seen = now
        list.changeSignal.removeListener(listener)
      }
    }
    try await writer.value
  }
}
