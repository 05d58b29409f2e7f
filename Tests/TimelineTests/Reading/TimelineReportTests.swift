import Foundation
import StagecraftTestKit
import StagecraftTraces
import TestSupport
import Testing

@testable import StagecraftTimeline

@Suite(.timeLimit(.minutes(3)))
struct TimelineReportTests {
  private let clock = ManualClock()

  private func makeTimeline(capacity: Int = 10_000) -> Timeline {
    Timeline(capacity: .events(capacity), configuration: .quiet(clock))
  }

  /// What the page's script reads.
  private struct Page: Decodable {
    struct Object: Decodable {
      struct Counter: Decodable { var p: [Int] }

      var n: Int
      var rows: Int
      var spans: [Int]
      var counters: [Counter]
      var marks: [Int]
    }

    var title: String
    var end: Int
    var names: [String]
    var objects: [Object]
    var links: [Int]
    var table: [[Int]]
    var notes: [String]
  }

  private func data(in page: String) throws -> Page {
    let parts = page.components(separatedBy: #"<script type="application/json" id="data">"#)
    let json = try #require(parts.last?.components(separatedBy: "</script>").first)
    #expect(parts.count == 2 && !json.unicodeScalars.contains("<"))
    return try JSONDecoder().decode(Page.self, from: Data(json.utf8))
  }

  /// All kinds of lanes.
  static func fill(_ timeline: Timeline, _ clock: ManualClock) {
    let pool = timeline.track("books", kind: .pool)
    pool.count("capacity", 2)
    let manager = timeline.track("reviews", kind: .operations)
    let screens = timeline.track("screens", kind: .screens)
    let main = timeline.track("main actor", kind: .mainActor)
    for round in 1...40 {
      pool.count("in line", round % 5)
      manager.began(round, "comment \(round)", .waiting)
      if round > 1 { manager.follows(round, round - 1) }
      clock.advance(by: .milliseconds(2 + round % 7))
      manager.began(round, "", .running)
      pool.period("Reader.swift:\(round % 3)", .waiting, lasting: .milliseconds(round % 4))
      clock.advance(by: .milliseconds(3))
      manager.ended(round, round % 9 == 0 ? .failed : .succeeded)
      pool.period("Reader.swift:\(round % 3)", .onLoan, lasting: .milliseconds(3))
      if round % 10 == 0 {
        screens.began(round, "page \(round)", .loading)
        clock.advance(by: .milliseconds(30))
        screens.began(round, "", .visible)
        main.period("", .late, lasting: .milliseconds(28))
        timeline.mark("frame \(round)")
      }
    }
    pool.period("Desk.swift:7", .waiting, lasting: .milliseconds(50), ending: .timedOut)
    let trace = OperationTrace(
      name: "launch",
      nodes: (0..<6).map { step in
        OperationTrace.Node(
          id: step, name: "step \(step)", submitted: .zero, ready: .milliseconds(step * 20),
          started: .milliseconds(step * 20 + 5), ended: .milliseconds(step * 20 + 20),
          ending: .succeeded, blocker: step == 0 ? .nothing : .dependency(step - 1))
      })
    timeline.record(trace, startedAt: .milliseconds(20))
  }

  @Test func thePageHasEachObjectWithItsSpans() throws {
    let timeline = makeTimeline()
    Self.fill(timeline, clock)
    let recording = timeline.recording
    let page = try data(in: recording.reportHTML(title: "A <launch> & more"))
    #expect(page.title == "A <launch> & more" && page.notes.isEmpty)
    #expect(page.objects.map { page.names[$0.n] } == recording.objects.map(\.name))
    #expect(page.objects.reduce(0) { $0 + $1.spans.count / 6 } == recording.spans.count)
    #expect(page.links.count / 3 == TimelineLinks(recording, recording.spans).links.count)
    #expect(page.table.reduce(0) { $0 + $1[3] } == recording.spans.count)
    #expect(page.objects[1].counters.count == 2 && page.objects[0].marks.count == 8)
  }

  // In the second, the first scalar joins the next one into a `Character`.
  @Test(arguments: [
    "</script><script>alert(1)</script><!-- & \u{2028}\"'\\",
    "\u{600}</script><script>alert(1)</script>",
  ])
  func hostileNamesStayText(name: String) throws {
    let timeline = makeTimeline()
    let track = timeline.track(name)
    track.began(1, name, .running)
    track.mark(name)
    track.count(name, .min)
    let html = timeline.recording.reportHTML(title: name)
    #expect(!html.contains("alert(1)</script>"))
    // No name adds an element.
    let plain = makeTimeline().recording.reportHTML(title: "")
    #expect(html.unicodeScalars.count { $0 == "<" } == plain.unicodeScalars.count { $0 == "<" })
    #expect(try data(in: html).names == [name, "program"] || data(in: html).names.contains(name))
  }

  @Test func emptyAndDamagedRecordingsGiveAPage() throws {
    #expect(try data(in: TimelineRecording(objects: [], events: []).reportHTML()).objects.isEmpty)
    let object = makeTimeline().recording.objects[0]
    let event = TimelineEvent(
      time: .seconds(-1), object: 0, item: .min, name: "", kind: .began(.late), thread: -1)
    let other = TimelineEvent(
      time: .seconds(Int64.max), object: 9, item: 3, name: "", kind: .count(.max), thread: 0)
    let recording = TimelineRecording(
      objects: [object, object], events: [event, other], duration: .zero)
    #expect(try data(in: recording.reportHTML()).objects.count == 1)
  }

  @Test func aHundredThousandEventsTakeLessThanAMegabyte() throws {
    let timeline = makeTimeline(capacity: 200_000)
    let pool = timeline.track("books", kind: .pool)
    var generator = SeededGenerator(seed: 7)
    for number in 0..<33_334 {
      clock.advance(by: .microseconds(Int64.random(in: 1...80, using: &generator)))
      let time = Duration.microseconds(Int64.random(in: 1...900, using: &generator))
      pool.period("Reader.swift:\(number % 300)", .waiting, lasting: time)
      pool.period("Reader.swift:\(number % 300)", .onLoan, lasting: time)
      pool.count("in line", number % 17)
    }
    let recording = timeline.recording
    #expect(recording.events.count == 100_002)
    let html = recording.reportHTML()
    #expect(html.utf8.count < 1_000_000, "\(html.utf8.count)")
    let page = try data(in: html)
    #expect(page.objects[1].spans.count / 6 <= ReportBars.limit)
    #expect(page.objects[1].counters[0].p.count / 2 <= TimelineReport.pointLimit + 2)
    // The bars and the table count all spans.
    let counted = stride(from: 5, to: page.objects[1].spans.count, by: 6)
      .reduce(0) { $0 + page.objects[1].spans[$1] }
    #expect(counted == recording.spans.count)
    #expect(page.table.reduce(0) { $0 + $1[3] } == recording.spans.count)
    #expect(page.notes.count == 1)
  }

  @Test func marksAreThinnedOverTheWholeTime() throws {
    let timeline = makeTimeline(capacity: 30_000)
    let count = TimelineReport.markLimit * 4
    for number in 0..<count {
      clock.advance(by: .microseconds(10))
      timeline.mark("page \(number % 9)")
    }
    let page = try data(in: timeline.recording.reportHTML())
    let marks = page.objects[0].marks
    #expect(marks.count / 2 <= TimelineReport.markLimit + 1)
    let last = stride(from: 0, to: marks.count, by: 2).reduce(0) { $0 + marks[$1] }
    #expect(last > page.end * 99 / 100)
    #expect(page.notes == ["\(count - marks.count / 2) marks are not drawn."])
  }

  @Test func theFileIsReplaced() throws {
    let path =
      FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let timeline = makeTimeline()
    Self.fill(timeline, clock)
    try timeline.report(to: path, title: "first, and longer")
    try timeline.report(to: path, title: "second")
    let html = try String(contentsOfFile: path, encoding: .utf8)
    #expect(html.hasSuffix("</html>\n") && html.contains("<title>second</title>"))
    let error = #expect(throws: TimelineFileError.self) {
      try timeline.report(to: path + "/none")
    }
    #expect(error?.code == .system(20))
  }

  @Test func aReportAtALinkIsWrittenToItsTarget() throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "report-\(UUID().uuidString)").path
    try files.createDirectory(atPath: folder + "/below", withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: folder) }
    // The second leads to the first, whose target does not exist yet.
    try files.createSymbolicLink(
      atPath: folder + "/below/latest.html", withDestinationPath: "../report.html")
    try files.createSymbolicLink(
      atPath: folder + "/link.html", withDestinationPath: folder + "/below/latest.html")
    let timeline = makeTimeline()
    for title in ["first", "second"] {
      try timeline.report(to: folder + "/link.html", title: title)
      let page = try String(contentsOfFile: folder + "/report.html", encoding: .utf8)
      #expect(page.contains("<title>\(title)</title>"))
      #expect(
        try files.destinationOfSymbolicLink(atPath: folder + "/below/latest.html").count == 14)
      #expect(try files.contentsOfDirectory(atPath: folder).count == 3)
    }
    try files.createSymbolicLink(atPath: folder + "/loop", withDestinationPath: "loop")
    #expect(throws: TimelineFileError.self) { try timeline.report(to: folder + "/loop") }
  }

  /// A rename would replace it.
  @Test func aReportToAPipeIsWrittenToIt() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/report-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try #require(mkfifo(folder + "/pipe", 0o600) == 0)
    // Open for both, so that neither waits for the other.
    let pipe = open(folder + "/pipe", O_RDWR | O_NONBLOCK)
    defer { close(pipe) }
    try StreamFile.replace(folder + "/pipe", with: Array("a page".utf8))
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(pipe, &bytes, bytes.count)
    #expect(String(decoding: bytes[..<max(0, count)], as: UTF8.self) == "a page")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["pipe"])
  }
}
