import Foundation
import StageFloor
import StagecraftTestKit
import Testing

@testable import StagecraftTimeline

@Suite(.timeLimit(.minutes(3)))
struct TimelineOTLPTests {
  private let clock = ManualClock()
  private let timeline: Timeline

  init() { timeline = Timeline(configuration: .quiet(clock)) }

  /// The fields that a trace may have, by their names in JSON.
  private struct Request: Decodable {
    struct ResourceSpans: Decodable {
      var resource: Resource
      var scopeSpans: [ScopeSpans]
    }

    struct Resource: Decodable { var attributes: [Attribute] }

    struct ScopeSpans: Decodable {
      struct Scope: Decodable { var name: String }

      var scope: Scope
      var spans: [Span]
    }

    struct Attribute: Decodable {
      struct Value: Decodable {
        var stringValue: String?
        var intValue: String?
      }

      var key: String
      var value: Value
    }

    struct Span: Decodable {
      struct Event: Decodable {
        var timeUnixNano: String
        var name: String
      }

      struct Link: Decodable {
        var traceId: String
        var spanId: String
        var attributes: [Attribute]
      }

      struct Status: Decodable {
        var code: Int
        var message: String
      }

      var traceId: String
      var spanId: String
      var parentSpanId: String?
      var name: String
      var kind: Int
      var startTimeUnixNano: String
      var endTimeUnixNano: String
      var attributes: [Attribute]?
      var events: [Event]?
      var droppedEventsCount: Int?
      var links: [Link]?
      var status: Status?
    }

    var resourceSpans: [ResourceSpans]
  }

  /// Checks the rules of OTLP/JSON, and returns the spans.
  private func spans(of json: String) throws -> [Request.Span] {
    #expect(json.last == "\n" && json.dropLast().allSatisfy { !$0.isNewline })
    let data = Data(json.utf8)
    let object = try JSONSerialization.jsonObject(with: data)
    checkNames(object)
    let request = try JSONDecoder().decode(Request.self, from: data)
    let spans = request.resourceSpans[0].scopeSpans[0].spans
    let names = Set(spans.map(\.spanId))
    #expect(names.count == spans.count, "identifiers are unique")
    for span in spans {
      #expect(isIdentifier(span.traceId, bytes: 16) && isIdentifier(span.spanId, bytes: 8))
      #expect(span.traceId == spans[0].traceId)
      #expect(span.parentSpanId.map(names.contains) ?? (span.spanId == spans[0].spanId))
      #expect([1, 3].contains(span.kind) && !span.name.isEmpty)
      let start = try #require(UInt64(span.startTimeUnixNano))
      let end = try #require(UInt64(span.endTimeUnixNano))
      #expect(start <= end)
      for link in span.links ?? [] {
        #expect(link.traceId == span.traceId && names.contains(link.spanId))
        #expect(link.spanId != span.spanId)
      }
      for event in span.events ?? [] { #expect(UInt64(event.timeUnixNano) != nil) }
      #expect(span.status?.code ?? 2 == 2)
      for attribute in span.attributes ?? [] {
        let (text, number) = (attribute.value.stringValue, attribute.value.intValue)
        #expect((text == nil) != (number == nil) && number.map { Int64($0) != nil } ?? true)
      }
    }
    return spans
  }

  private func isIdentifier(_ text: String, bytes: Int) -> Bool {
    text.utf8.count == bytes * 2 && text.contains { $0 != "0" }
      && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }

  /// A receiver ignores fields that it does not know, so a wrong name would lose one.
  private func checkNames(_ value: Any) {
    let names: Set = [
      "resourceSpans", "resource", "scopeSpans", "scope", "spans", "attributes", "key", "value",
      "stringValue", "intValue", "traceId", "spanId", "parentSpanId", "name", "kind",
      "startTimeUnixNano", "endTimeUnixNano", "events", "timeUnixNano", "droppedEventsCount",
      "links", "status", "code", "message",
    ]
    if let object = value as? [String: Any] {
      for (name, value) in object {
        #expect(names.contains(name))
        checkNames(value)
      }
    } else if let list = value as? [Any] {
      for value in list { checkNames(value) }
    }
  }

  @Test func anItemHasItsPhasesAndWhatItWaitedFor() throws {
    let manager = timeline.track("reviews", kind: .operations)
    manager.began(1, "login", .running)
    manager.began(2, "comment", .waiting)
    clock.advance(by: .milliseconds(40))
    manager.ended(1)
    manager.follows(2, 1)
    manager.began(2, "", .running)
    manager.mark("retry", item: 2)
    clock.advance(by: .milliseconds(2))
    manager.ended(2, .failed)
    timeline.mark("first frame")
    let recording = timeline.recording
    let spans = try spans(of: recording.otlpJSON())
    func span(_ name: String) throws -> Request.Span {
      try #require(spans.first { $0.name == name })
    }
    #expect(
      spans.map(\.name) == [
        "recording", "program", "reviews", "comment", "login", "comment: waiting", "comment",
      ])
    let (root, reviews, comment) = (spans[0], spans[2], spans[3])
    #expect(reviews.parentSpanId == root.spanId && comment.parentSpanId == reviews.spanId)
    #expect(spans[5].parentSpanId == comment.spanId && spans[6].parentSpanId == comment.spanId)
    let login = try span("login")
    #expect(login.parentSpanId == reviews.spanId && login.status == nil)
    #expect(comment.status?.code == 2 && comment.status?.message == "failed")
    #expect(spans[6].links?.map(\.spanId) == [login.spanId])
    #expect(comment.events?.map(\.name) == ["retry"])
    #expect(spans[1].events?.map(\.name) == ["first frame"])
    let began = UInt64(recording.began.wholeNanoseconds)
    #expect(UInt64(login.startTimeUnixNano) == began)
    #expect(UInt64(login.endTimeUnixNano) == began + 40_000_000)
  }

  @Test func aWaitHasALinkToTheLoanThatGaveItAnElement() throws {
    let pool = timeline.track("books", kind: .pool)
    pool.period("one", .waiting, lasting: .zero)
    clock.advance(by: .milliseconds(10))
    pool.period("two", .waiting, lasting: .milliseconds(10))
    pool.period("one", .onLoan, lasting: .milliseconds(10))
    pool.period("three", .waiting, lasting: .milliseconds(10), ending: .timedOut)
    let shared = timeline.track("plotters", kind: .sharedPool)
    shared.began(7, "plotter, fence 7", .onLoan)
    shared.ended(7, .lost)
    let spans = try spans(of: timeline.recording.otlpJSON())
    let wait = try #require(spans.first { $0.name == "two: waiting" })
    let loan = try #require(spans.first { $0.name == "one: on loan" })
    #expect(wait.links?.map(\.spanId) == [loan.spanId])
    #expect(wait.links?.first?.attributes.first?.value.stringValue == "hand-over")
    #expect(spans.first { $0.name == "three: waiting" }?.status?.message == "timed out")
    let lease = try #require(spans.first { $0.name.contains("fence 7") })
    #expect(lease.kind == 3 && lease.status?.message == "was lost")
  }

  @Test func identifiersAreTheSameInALaterExport() throws {
    let track = timeline.track("parser")
    track.began(1, "line", .running)
    clock.advance(by: .milliseconds(1))
    track.ended(1)
    let first = timeline.recording
    track.began(2, "line", .running)
    let resource = ["host.name": "desk-1"]
    let early = try spans(of: first.otlpJSON(service: "library", resource: resource))
    let late = try spans(
      of: timeline.recording.otlpJSON(service: "library", resource: resource))
    #expect(late.count == early.count + 1)
    #expect(Set(early.map(\.spanId)).isSubset(of: late.map(\.spanId)))
    #expect(early[0].traceId == late[0].traceId)
    let other = try spans(of: first.otlpJSON(service: "library"))
    #expect(other[0].traceId != early[0].traceId)
  }

  /// A return says how long the loan lasted by another measure than the time of its report.
  @Test func aLoanKeepsItsIdentifierWhenItIsReturned() throws {
    let pool = timeline.track("books", kind: .pool)
    clock.advance(by: .milliseconds(5))
    pool.period("desk", .waiting, lasting: .zero)
    let out = try spans(of: timeline.recording.otlpJSON())
    clock.advance(by: .milliseconds(10))
    pool.period("desk", .onLoan, lasting: .microseconds(10_020))
    let returned = try spans(of: timeline.recording.otlpJSON())
    #expect(out.map(\.name) == ["recording", "program", "books", "desk: on loan"])
    #expect(out.map(\.spanId) == returned.map(\.spanId))
    #expect(out.last?.startTimeUnixNano == returned.last?.startTimeUnixNano)
  }

  @Test(arguments: [
    "</script>\"\\\u{2028}\n\u{0}\u{9B}'&", "", "\u{600}\"", String(repeating: "é", count: 9_000),
  ])
  func hostileNamesAreEscapedAndCut(name: String) throws {
    let track = timeline.track(name, kind: TimelineObject.Kind(rawValue: name))
    track.began(1, name, .running)
    track.began(1, name, .waiting)
    track.mark(name, item: 1)
    for _ in 0..<200 { track.mark(name) }
    var recording = timeline.recording
    recording.events = recording.events.map { event in
      var event = event
      event.name = name
      return event
    }
    let spans = try spans(of: recording.otlpJSON(service: name, resource: [name: name]))
    #expect(spans.allSatisfy { $0.name.utf8.count <= OTLPSpan.textLimit })
    let marked = try #require(spans.first { $0.droppedEventsCount != nil })
    #expect(marked.events?.count == 128 && marked.droppedEventsCount == 72)
  }

  @Test func emptyAndDamagedRecordingsAreExported() throws {
    #expect(try spans(of: TimelineRecording(objects: [], events: []).otlpJSON()).count == 1)
    let object = timeline.recording.objects[0]
    let times: [Duration] = [.seconds(-1), .seconds(Int64.max), .zero, .seconds(Int64.min)]
    let events = times.flatMap { time in
      [TimelineEvent.Kind.began(.late), .period(.onLoan, time, .lost), .follows(.min), .mark].map {
        TimelineEvent(time: time, object: .max, item: .min, name: "", kind: $0, thread: -1)
      }
    }
    for began in times {
      let recording = TimelineRecording(
        objects: [object, object], events: events, duration: .zero, began: began)
      #expect(try spans(of: recording.otlpJSON()).count > 4)
    }
  }
}
