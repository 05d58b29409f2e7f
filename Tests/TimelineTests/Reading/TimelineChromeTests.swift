import Foundation
import StagecraftTestKit
import Testing

@testable import StagecraftTimeline

@Suite(.timeLimit(.minutes(3)))
struct TimelineChromeTests {
  private let clock = ManualClock()
  private let timeline: Timeline

  init() { timeline = Timeline(configuration: .quiet(clock)) }

  private struct Event: Decodable {
    struct Arguments: Decodable {
      var name: String?
      var value: Int?
    }

    var ph: String
    var name: String
    var pid: Int
    var tid: Int
    var ts: Double?
    var dur: Double?
    var id: Int?
    var args: Arguments?
  }

  private struct File: Decodable { var traceEvents: [Event] }

  private func events(_ recording: TimelineRecording) throws -> [Event] {
    try JSONDecoder().decode(File.self, from: Data(recording.chromeJSON().utf8)).traceEvents
  }

  @Test func spansOfOneThreadDoNotOverlapAndCountersCount() throws {
    let pool = timeline.track("books", kind: .pool)
    for length in 1...4 {
      pool.count("in line", length)
      clock.advance(by: .milliseconds(5))
      pool.period("desk", .onLoan, lasting: .milliseconds(5 * length))
    }
    let events = try events(timeline.recording)
    #expect(events.filter { $0.ph == "C" }.map(\.args?.value) == [1, 2, 3, 4])
    let slices = events.filter { $0.ph == "X" }
    #expect(slices.count == 4)
    for (_, row) in Dictionary(grouping: slices, by: \.tid) {
      let row = row.sorted { $0.ts ?? 0 < $1.ts ?? 0 }
      for (one, next) in zip(row, row.dropFirst()) {
        #expect((one.ts ?? 0) + (one.dur ?? 0) <= next.ts ?? 0)
      }
    }
    let names = events.filter { $0.name == "process_name" }.map(\.args?.name)
    #expect(names == ["program (program)", "books (pool)"])
    let times = events.compactMap(\.ts)
    #expect(times == times.sorted())
  }

  @Test func arrowsLeadFromWhatWasWaitedFor() throws {
    let manager = timeline.track("reviews", kind: .operations)
    manager.began(1, "login", .running)
    manager.began(2, "comment", .waiting)
    clock.advance(by: .milliseconds(40))
    manager.ended(1)
    manager.follows(2, 1)
    manager.began(2, "", .running)
    manager.follows(2, 7)
    let pool = timeline.track("books", kind: .pool)
    pool.period("one", .waiting, lasting: .zero)
    clock.advance(by: .milliseconds(10))
    pool.period("two", .waiting, lasting: .milliseconds(10))
    pool.period("one", .onLoan, lasting: .milliseconds(10))
    let recording = timeline.recording
    let spans = recording.spans
    let links = TimelineLinks(recording, spans).links.map {
      "\(spans[$0.from].title) → \(spans[$0.to].title)"
    }
    #expect(Set(links) == ["login → comment", "one: on loan → two: waiting"])
    let arrows = try events(recording).filter { $0.ph == "s" || $0.ph == "f" }
    #expect(arrows.map(\.ph) == ["s", "f", "s", "f"])
    #expect(arrows.map(\.id) == [arrows[0].id, arrows[0].id, arrows[2].id, arrows[2].id])
  }

  @Test func hostileNamesAreEscaped() throws {
    let name = "</script>\"\\\u{2028}\n\u{0}'&"
    let track = timeline.track(name)
    track.mark(name)
    track.began(1, name, .running)
    let events = try events(timeline.recording)
    #expect(events.contains { $0.ph == "i" && $0.name == name })
    #expect(events.contains { $0.ph == "X" && $0.name == name })
    #expect(events.contains { $0.args?.name == name + " (program)" })
  }

  @Test func aRecordingMadeByHandIsWrittenToo() throws {
    let event = TimelineEvent(
      time: .seconds(-1), object: .max, item: .min, name: "", kind: .began(.late), thread: -1)
    let period = TimelineEvent(
      time: .zero, object: -7, item: 0, name: "",
      kind: .period(.running, .seconds(Int64.max), .lost), thread: 0)
    let recording = TimelineRecording(objects: [], events: [event, period])
    #expect(try events(recording).count == 2)
    #expect(!recording.summary.isEmpty)
  }
}
