import StagecraftGraphs
import StagecraftOperations
import StagecraftTestKit
import StagecraftTraces
import Testing

@testable import StagecraftTimeline

@Suite(.timeLimit(.minutes(3)))
struct OperationEventsTests {
  private let clock = ManualClock()
  private let timeline: Timeline

  init() { timeline = Timeline(configuration: .quiet(clock)) }

  @Test func anOperationWaitsAndRunsAndEnds() async throws {
    struct Broken: Error {}
    var configuration = OperationManager.Configuration()
    configuration.clock = clock
    let manager = OperationManager("reviews", configuration: configuration)
    timeline.record(manager)
    manager.suspend()
    let login = manager.submit("login") { () async throws in clock.advance(by: .milliseconds(40)) }
    let comment = manager.submit("comment", following: login) { () async throws in
      throw Broken()
    }
    manager.resume()
    try await comment.waitForEnd()
    try await manager.waitUntilIdle()
    let recording = try await recording { $0.spans.count { $0.ending == .failed } == 1 }
    let spans = recording.spans.filter { $0.object == recording.object(named: "reviews")?.id }
    let running = spans.filter { $0.phase == .running }
    #expect(running.map(\.name) == ["login", "comment"])
    #expect(running.map(\.ending) == [.succeeded, .failed])
    #expect(running[0].duration == .milliseconds(40))
    let wait = try #require(spans.first { $0.name == "comment" && $0.phase == .waiting })
    #expect(wait.duration == .milliseconds(40))
    #expect(
      recording.events.contains {
        $0.item == running[1].item && $0.kind == .follows(running[0].item)
      })
  }

  /// A manager may deliver its last events after an operation has ended.
  private func recording(
    until isComplete: (TimelineRecording) -> Bool
  ) async throws -> TimelineRecording {
    while true {
      let recording = timeline.recording
      if isComplete(recording) { return recording }
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  @Test func aTraceIsARunOfItsOwn() {
    clock.advance(by: .milliseconds(5))
    let trace = OperationTrace(
      name: "launch",
      nodes: [
        OperationTrace.Node(
          id: 0, name: "settings", submitted: .zero, ready: .zero, started: .zero,
          ended: .milliseconds(10), ending: .succeeded),
        OperationTrace.Node(
          id: 1, name: "page", submitted: .zero, ready: .milliseconds(10),
          started: .milliseconds(12), ended: .milliseconds(20), ending: .failed, reason: "broken",
          dependencies: [OperationTrace.Dependency(on: 0)], blocker: .dependency(0)),
      ])
    timeline.record(trace, startedAt: timeline.now)
    timeline.record(trace, startedAt: timeline.now)
    let recording = timeline.recording
    #expect(recording.objects.dropFirst().map(\.name) == ["launch", "launch"])
    let page = recording.spans.filter { $0.object == 1 && $0.name == "page" }
    #expect(page.map(\.phase) == [.waiting, .ready, .running])
    #expect(page.map(\.duration) == [.milliseconds(10), .milliseconds(2), .milliseconds(8)])
    #expect(page[2].start == .milliseconds(17) && page[2].ending == .failed)
    #expect(recording.duration == .milliseconds(25))
  }

  @Test(arguments: [Int64.max, .min])
  func extremeTimesOfATraceNeverTrap(seconds: Int64) {
    let time = Duration.seconds(seconds)
    let trace = OperationTrace(
      name: "launch",
      nodes: [
        OperationTrace.Node(
          id: 0, name: "page", submitted: time, ready: time, started: time, ended: time,
          ending: .succeeded, blocker: .dependency(.max))
      ])
    timeline.record(trace, startedAt: time)
    let recording = timeline.recording
    #expect(recording.spans.map(\.phase) == [.waiting, .ready, .running])
    #expect(recording.summary.contains("launch"))
  }

  @Test func theRunOfAGraphCanBeRecorded() async throws {
    let launch = try OperationGraph.build("launch") { graph in
      let settings = graph.add("settings") {}
      graph.add("page", after: settings) {}
    }.graph
    var options = OperationGraph.RunOptions()
    options.recordsTrace = true
    let began = timeline.now
    let report = try await launch.attempt(options)
    timeline.record(report.trace, startedAt: began)
    let running = timeline.recording.spans.filter { $0.phase == .running }
    #expect(running.map(\.name) == ["settings", "page"])
    #expect(running.allSatisfy { $0.ending == .succeeded })
  }
}
