// Everything that happened, on one clock.
// snippet.hide
import Foundation
import StagecraftGraphs
import StagecraftLists
import StagecraftMemory
import StagecraftOperations
import StagecraftPools
import StagecraftScreens
import StagecraftTimeline

struct Book: Sendable { let copy: Int }

struct Search: Sendable {
  let text: String
  let duration: Duration
}

final class Catalogue: Sendable {
  init() {}
  func observe(_ body: @escaping @Sendable (Search) -> Void) -> ObservationToken {
    ObservationToken {}
  }
}

// snippet.show
extension Catalogue: TimelineSource {
  var timelineKind: TimelineObject.Kind { .program }
  var timelineName: String? { "catalogue" }

  func record(to track: TimelineTrack) -> ObservationToken {
    observe { search in track.period(search.text, .running, lasting: search.duration) }
  }
}
// snippet.hide

func parse(_ file: String) throws -> [String] { [file] }

func recordEverything(
  copiesPool: BoundedPool<Book>, manager: OperationManager, pressure: PressureMonitor, file: String
) throws {
  // snippet.show
  let timeline = Timeline(capacity: .events(100_000))
  let copies = timeline.record(copiesPool)
  timeline.record(manager)
  timeline.record(pressure, as: "memory")

  timeline.mark("first frame")
  let catalogue = try timeline.span("parse") { try parse(file) }

  let recording = timeline.recording
  for event in recording.events(of: copies) { print(event) }

  print(recording.summary)
  let json = recording.only([copies]).chromeJSON()
  try json.write(toFile: "copies.json", atomically: true, encoding: .utf8)

  let request = recording.otlpJSON(service: "library", resource: ["host.name": "desk-1"])
  try request.write(toFile: "spans.json", atomically: true, encoding: .utf8)
  // curl -H 'Content-Type: application/json' --data-binary @spans.json localhost:4318/v1/traces
  // snippet.hide
  print(catalogue)
  // snippet.show
  try timeline.report(to: "report.html", title: "A slow launch")

  try timeline.stream(to: "session.timeline")
  // in another program
  let crashed = try TimelineRecording(readingFrom: "session.timeline")
  print(crashed.summary)

  timeline.record(all: [copiesPool, manager, pressure])
  // snippet.hide
}

func recordLaunch(
  of launch: OperationGraph, with options: OperationGraph.RunOptions, in timeline: Timeline
) async throws {
  // snippet.show
  let began = timeline.now
  let report = try await launch.attempt(options)
  timeline.record(report.trace, startedAt: began)
  // snippet.hide
}

@MainActor
func recordScreens(
  of application: ScreenApplication, orders: LiveList<Order>, in timeline: Timeline
) {
  // snippet.show
  timeline.record(application)  // on the main actor
  timeline.record(orders, as: "orders")
  // snippet.hide
}

struct Order: Identifiable, Sendable { let id: Int }
