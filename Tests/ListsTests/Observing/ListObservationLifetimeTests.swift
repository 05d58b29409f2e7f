import StagecraftLists
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
@MainActor
struct ListObservationLifetimeTests {
  private struct Row: Identifiable, Sendable {
    let id: Int
    let content: Tracked
  }

  @Test
  func releasedObservationReleasesListAndObserver() {
    let tracker = LifetimeTracker()
    do {
      let list = LiveList((0..<100).map { Row(id: $0, content: tracker.make()) })
      let held = tracker.make()
      var observation: ListObservation? = list.observe { _ in withExtendedLifetime(held) {} }
      list.removeAll()
      // The observer still has the version that it received.
      #expect(tracker.alive == 101)
      observation?.flush()
      #expect(tracker.alive == 1)
      observation = nil
    }
    #expect(tracker.alive == 0)
  }

  @Test
  func objectsOfAnObserverAreReleasedOnTheMainActor() async throws {
    final class Held: Sendable {
      let ended: AsyncStream<Bool>.Continuation
      init(_ ended: AsyncStream<Bool>.Continuation) { self.ended = ended }
      deinit {
        MainActor.assertIsolated()
        ended.yield(true)
      }
    }
    let (ends, ended) = AsyncStream<Bool>.makeStream()
    var iterator = ends.makeAsyncIterator()
    let list = LiveList(ids: 0..<9)
    for _ in 0..<100 {
      let observation = observe(list, holding: Held(ended))
      try await onThread { observation.cancel() }
      #expect(await iterator.next() == true)
    }

    func observe(_ list: LiveList<DeskOrder>, holding held: Held) -> ListObservation {
      list.observe { _ in withExtendedLifetime(held) {} }
    }
  }

  @Test
  func pausedObservationRetainsOneVersion() {
    let tracker = LifetimeTracker()
    let list = LiveList((0..<100).map { Row(id: $0, content: tracker.make()) })
    let observation = list.observe(initial: false) { _ in }
    observation.pause()
    for round in 0..<50 {
      for id in 0..<100 { list.upsert(Row(id: id, content: tracker.make())) }
      #expect(tracker.alive == 200, "round \(round)")
    }
    observation.flush()
    #expect(tracker.alive == 100)
    observation.cancel()
  }

  @Test
  func endedIterationReleasesTheList() async {
    let tracker = LifetimeTracker()
    let (began, begin) = AsyncStream<Void>.makeStream()
    let follower = Task { [list = LiveList([Row(id: 0, content: tracker.make())])] in
      for await _ in list.transitions() { begin.finish() }
    }
    for await _ in began {}
    #expect(tracker.alive == 1)
    follower.cancel()
    await follower.value
    #expect(tracker.alive == 0)
  }
}
