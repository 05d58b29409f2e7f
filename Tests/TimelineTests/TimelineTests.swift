import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftTimeline

@Suite(.timeLimit(.minutes(3)))
struct TimelineTests {
  private let clock = ManualClock()
  private let timeline: Timeline

  init() { timeline = Timeline(configuration: .quiet(clock)) }

  @Test func marksHaveTheTimeOfTheClock() {
    timeline.mark("first")
    clock.advance(by: .milliseconds(20))
    timeline.mark("second")
    #expect(timeline.recording.lines == ["0 first !", "20 second !"])
    #expect(timeline.now == .milliseconds(20))
  }

  @Test func aSpanEndsWithTheResultOfItsBody() throws {
    struct Broken: Error {}
    let value = timeline.span("parse") { () -> Int in
      clock.advance(by: .milliseconds(5))
      return 7
    }
    #expect(value == 7)
    #expect(throws: Broken.self) { try timeline.span("read") { throw Broken() } }
    #expect(throws: CancellationError.self) {
      try timeline.span("wait") { throw CancellationError() }
    }
    #expect(
      timeline.recording.lines == [
        "0 parse began running", "5 ended succeeded", "5 read began running", "5 ended failed",
        "5 wait began running", "5 ended cancelled",
      ])
    let spans = timeline.recording.spans
    #expect(spans.map(\.name) == ["parse", "read", "wait"])
    #expect(spans[0].duration == .milliseconds(5) && spans[0].ending == .succeeded)
  }

  @Test func anAsynchronousSpanRunsInTheIsolationOfItsCaller() async throws {
    let isOnMain = await Task { @MainActor in
      await timeline.span("page") {
        await Task.yield()
        MainActor.assertIsolated()
        return true
      }
    }.value
    #expect(isOnMain)
    #expect(timeline.recording.lines == ["0 page began running", "0 ended succeeded"])
  }

  @Test func nothingIsRecordedAfterTheStop() {
    timeline.mark("before")
    clock.advance(by: .milliseconds(1))
    timeline.stop()
    timeline.stop()
    clock.advance(by: .milliseconds(1))
    timeline.mark("after")
    #expect(timeline.recording.lines == ["0 before !"])
    #expect(timeline.recording.duration == .milliseconds(1))
  }

  @Test func eventsOfOneObjectKeepTheirOrderWhileTheClockStandsStill() async {
    let track = timeline.track("queue")
    for number in 0..<200 {
      // Each on a thread of its own, so in any page.
      await Task(executorPreference: OwnThreads()) { track.count("length", number) }.value
    }
    let expected = (0..<200).map { "0 length = \($0)" }
    #expect(timeline.recording.lines(of: "queue") == expected)
  }

  @Test func eventsCanBeFilteredByObjectAndTime() {
    let parser = timeline.track("parser")
    for _ in 0..<4 {
      parser.mark("line")
      timeline.mark("page")
      clock.advance(by: .milliseconds(10))
    }
    let recording = timeline.recording
    #expect(recording.events(of: parser.object).count == 4)
    #expect(recording.events(in: .milliseconds(10) ..< .milliseconds(30)).count == 4)
    #expect(recording.objects.map(\.name) == ["program", "parser"])
  }

  @Test func longNamesAreCut() {
    timeline.mark(String(repeating: "é", count: 10_000))
    let name = timeline.recording.events[0].name
    #expect(name.utf8.count <= 256 && name.utf8.count > 250)
    #expect(name.allSatisfy { $0 == "é" })
  }

  @Test func aRecordingWithoutEventsIsEmpty() {
    let recording = timeline.recording
    #expect(recording.events.isEmpty && recording.spans.isEmpty && recording.dropped == 0)
  }

  @Test func aPhaseWithoutEndReachesToTheEndOfTheRecording() {
    let track = timeline.track("machine")
    track.began(1, "belt", .waiting)
    clock.advance(by: .milliseconds(3))
    track.began(1, "", .running)
    clock.advance(by: .milliseconds(4))
    let spans = timeline.recording.spans
    #expect(spans.map(\.phase) == [.waiting, .running])
    #expect(spans.map(\.name) == ["belt", "belt"])
    #expect(spans[0].ending == .succeeded && spans[1].ending == nil)
    #expect(spans[1].end == .milliseconds(7))
  }
}
