import StagecraftLists
import StagecraftTestKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
@MainActor
struct ListObservationTests {
  @Test
  func initialRowsAreDeliveredAtOnce() {
    let list = LiveList(ids: 0..<3)
    var steps: [LiveList<DeskOrder>.Transition] = []
    let observation = list.observe { steps.append($0) }
    #expect(steps.count == 1 && steps[0].changes == .reset(from: 0, to: 3))
    #expect(steps[0].new.isIdentical(to: list.snapshot()) && steps[0].old.isEmpty)
    #expect(!steps[0].old.isIdentical(to: steps[0].new) && steps[0].old != steps[0].new)
    #expect(!observation.flush() && steps.count == 1)
    list.remove(1)
    #expect(observation.flush() && steps.count == 2 && steps[1].changes.removals == [1])
    #expect(!observation.isPaused && !observation.isCancelled)
  }

  @Test
  func initialRowsAreOmittedOnRequest() {
    let list = LiveList(ids: 0..<3)
    var count = 0
    let observation = list.observe(initial: false) { _ in count += 1 }
    #expect(!observation.flush() && count == 0)
    list.remove(1)
    #expect(observation.flush() && count == 1)
  }

  @Test
  func editsOfAnyThreadAreDeliveredOnTheMainActor() async throws {
    let list = LiveList(ids: 0..<1000)
    let (delivered, continuation) = AsyncStream<Int>.makeStream()
    var rows = Array(list.snapshot())
    let observation = list.observe(initial: false) { step in
      MainActor.assertIsolated()
      rows = step.changes.apply(to: rows) { step.new[$0] }
      continuation.yield(step.new.count)
    }
    try await onThread { for id in 0..<1000 { list.remove(id) } }
    for await count in delivered where count == 0 { break }
    #expect(rows.isEmpty)
    observation.cancel()
  }

  @Test
  func editsOfTheIgnoredOriginAreNotDelivered() {
    let list = LiveList(ids: 0..<9)
    let desk = ListOrigin("desk")
    var removed: [[Int]] = []
    let observation = list.observe(initial: false, ignoring: desk) {
      removed.append($0.removed.map(\.id))
    }
    list.remove(0, origin: desk)
    #expect(!observation.flush())
    list.remove(1)
    observation.flush()
    list.transaction(origin: desk) { $0.remove(2) }
    observation.flush()
    #expect(removed == [[1]])
  }

  @Test
  func observationsOfOneListAreIndependent() {
    let list = LiveList(ids: 0..<9)
    var counts = [0, 0]
    let one = list.observe { _ in counts[0] += 1 }
    let other = list.observe { _ in counts[1] += 1 }
    list.remove(1)
    one.flush()
    #expect(counts == [2, 1])
    one.cancel()
    list.remove(2)
    one.flush()
    other.flush()
    #expect(counts == [2, 2])
  }

  @Test
  func pausingTwiceNeedsOneResume() async {
    let list = LiveList(ids: 0..<9)
    let (delivered, continuation) = AsyncStream<[Int]>.makeStream()
    let observation = list.observe(initial: false) { continuation.yield($0.removed.map(\.id)) }
    observation.pause()
    observation.pause()
    #expect(observation.isPaused)
    list.remove(0)
    list.remove(1)
    observation.resume()
    #expect(!observation.isPaused)
    var steps = delivered.makeAsyncIterator()
    #expect(await steps.next() == [0, 1])
    observation.cancel()
  }

  /// Only the observation retains the list, and the pending transition is delivered.
  @Test
  func pendingTransitionOfAReleasedListIsDelivered() async {
    let (delivered, continuation) = AsyncStream<Int>.makeStream()
    var list: LiveList? = LiveList(ids: 0..<9)
    let observation = list?.observe(initial: false) { continuation.yield($0.new.count) }
    list?.remove(0)
    list = nil
    var steps = delivered.makeAsyncIterator()
    #expect(await steps.next() == 8)
    observation?.cancel()
  }

  @Test
  func observerMayReleaseTheList() {
    var list: LiveList? = LiveList(ids: 0..<9)
    weak let trace = list
    var observation: ListObservation?
    observation = list?.observe(initial: false) { _ in
      list = nil
      observation = nil
    }
    list?.remove(0)
    observation?.flush()
    #expect(list == nil && observation == nil && trace == nil)
  }

  @Test
  func intervalOfZeroIsTheNextTurn() {
    let list = LiveList(ids: 0..<9)
    var count = 0
    let observation = list.observe(.atMost(every: .zero), initial: false) { _ in count += 1 }
    list.remove(1)
    #expect(observation.flush() && count == 1)
  }
}
