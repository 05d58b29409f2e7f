import StagecraftCaches
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

  @Test func entriesOfReleasedObjectsAreRemoved() {
    let timeline = Timeline(configuration: .quiet(ManualClock()))
    let pools = (0..<100).map { _ in makePool() }
    for pool in pools { timeline.record(pool) }
    for _ in 0..<1_000 { timeline.record(makePool()) }
    #expect(timeline.observationCount <= 202)
    #expect(timeline.recording.objects.count == 1_101)
    #expect(timeline.record(pools[0]).id == 1)
  }

  @Test func samplingEndsWithTheLastObject() async throws {
    let clock = ManualClock()
    let timeline = Timeline(configuration: .quiet(clock))
    let recorder = timeline.recorder
    for _ in 0..<2 {
      var cache: PurgeableCache<Int, Int>? = PurgeableCache("covers", limit: 9, under: nil) { _ in 1
      }
      if let cache { timeline.record(cache) }
      try await clock.nextSleep(of: "timeline samples")
      cache = nil
      #expect(recorder.isSampling)
      clock.advance(by: .milliseconds(100))
      while recorder.isSampling {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
  }

  /// A main actor that is busy with this test does not answer.
  @MainActor
  @Test func aWatchOfABusyMainActorRetainsNothing() async throws {
    let clock = ManualClock()
    var configuration = Timeline.Configuration()
    configuration.clock = clock
    var timeline: Timeline? = Timeline(configuration: configuration)
    weak let recorder = timeline?.recorder
    try await clock.nextSleep(of: "timeline watchdog")
    clock.advance(by: .milliseconds(20))
    timeline = nil
    #expect(recorder == nil)
  }

  struct Row: Identifiable, Sendable { let id: Int }
}
