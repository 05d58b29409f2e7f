import StagecraftLists
import StagecraftPools
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftTimeline

@Suite(.timeLimit(.minutes(3)))
struct TimelineLifetimeTests {
  private func makePool() -> BoundedPool<Int> { BoundedPool(lending: [1, 2]) }

  @Test func aRecordedPoolIsNotRetained() {
    let timeline = Timeline(configuration: .quiet(ManualClock()))
    var pool: BoundedPool<Int>? = makePool()
    weak let reference = pool
    if let pool { timeline.record(pool) }
    pool = nil
    #expect(reference == nil)
    timeline.stop()
  }

  @Test func aPoolDoesNotRetainTheTimeline() async throws {
    let pool = makePool()
    var timeline: Timeline? = Timeline(configuration: .quiet(ManualClock()))
    weak let reference = timeline
    timeline?.record(pool)
    timeline = nil
    #expect(reference == nil)
    try await pool.withElement { _ in }
  }

  @Test func aWatchOfTheMainActorDoesNotRetainTheTimeline() {
    var timeline: Timeline? = Timeline()
    weak let reference = timeline
    timeline?.mark("a mark")
    timeline = nil
    #expect(reference == nil)
  }

  @MainActor
  @Test func aListIsRetainedUntilTheStop() {
    let timeline = Timeline(configuration: .quiet(ManualClock()))
    var list: LiveList<Row>? = LiveList([Row(id: 1)])
    weak let reference = list
    if let list { timeline.record(list) }
    list = nil
    #expect(reference != nil)
    timeline.stop()
    #expect(reference == nil)
  }

  /// The objects may have the same address.
  @Test func anObjectAtTheAddressOfAReleasedOneIsAnother() {
    let timeline = Timeline(configuration: .quiet(ManualClock()))
    for _ in 0..<100 { timeline.record(makePool()) }
    #expect(timeline.recording.objects.count == 101)
  }

  struct Row: Identifiable, Sendable { let id: Int }
}
