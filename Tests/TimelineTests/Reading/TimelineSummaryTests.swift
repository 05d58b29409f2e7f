import StagecraftTestKit
import StagecraftTraces
import Testing

@testable import StagecraftTimeline

@Suite(.timeLimit(.minutes(3)))
struct TimelineSummaryTests {
  private let clock = ManualClock()
  private let timeline: Timeline

  init() { timeline = Timeline(configuration: .quiet(clock)) }

  private func sentences(_ kind: TimelineFinding.Kind) -> [String] {
    timeline.recording.findings.filter { $0.kind == kind }.map(\.description)
  }

  @Test func theLongestWaitsComeFirstAndSayForWhat() {
    let manager = timeline.track("reviews", kind: .operations)
    manager.began(1, "login", .running)
    manager.began(2, "comment", .waiting)
    manager.began(3, "like", .ready)
    clock.advance(by: .milliseconds(40))
    manager.ended(1)
    manager.follows(2, 1)
    manager.began(2, "", .running)
    clock.advance(by: .milliseconds(2))
    let pool = timeline.track("books", kind: .pool)
    pool.period("Reader.swift:12", .waiting, lasting: .milliseconds(30), ending: .timedOut)
    for _ in 0..<9 { pool.period("other", .waiting, lasting: .milliseconds(1)) }
    #expect(
      sentences(.wait) == [
        "“like” waited 42.0 ms for a free place in “reviews”, from the start on, and still waits.",
        "“comment” waited 40.0 ms for “login” in “reviews”, from the start on.",
        "“Reader.swift:12” waited 30.0 ms for an element of “books”, from 12.0 ms on, and timed out.",
        "“other” waited 1.00 ms for an element of “books”, from 41.0 ms on; the longest of 9"
          + " waits of this name, 9.00 ms together.",
      ])
  }

  @Test func aWaitIsNotForWhatEndedAfterIt() {
    let manager = timeline.track("reviews", kind: .operations)
    manager.began(1, "login", .running)
    manager.began(2, "upload", .running)
    manager.began(3, "comment", .waiting)
    clock.advance(by: .milliseconds(40))
    manager.ended(1)
    manager.began(3, "", .ready)
    clock.advance(by: .milliseconds(20))
    // Its end frees the place.
    manager.ended(2)
    manager.follows(3, 1)
    manager.follows(3, 2)
    manager.began(3, "", .running)
    #expect(
      sentences(.wait) == [
        "“comment” waited 40.0 ms for “login” in “reviews”, from the start on.",
        "“comment” waited 20.0 ms for a free place in “reviews”, from 40.0 ms on.",
      ])
  }

  @Test func whatHasNoNameIsNotNamed() {
    let manager = timeline.track("reviews", kind: .operations)
    manager.began(1, "", .running)
    manager.began(2, "", .waiting)
    clock.advance(by: .milliseconds(40))
    manager.ended(1)
    manager.follows(2, 1)
    manager.began(2, "", .running)
    #expect(
      sentences(.wait) == [
        "Something in “reviews” waited 40.0 ms in “reviews”, from the start on."
      ])
  }

  @Test func theBusiestPoolAndTheDeepestLineAreNamed() {
    let idle = timeline.track("shelf", kind: .pool)
    idle.count(PoolCounter.capacity, 1)
    idle.period("a", .onLoan, lasting: .zero)
    let pool = timeline.track("books", kind: .pool)
    pool.count(PoolCounter.capacity, 2)
    for length in [1, 3, 2] { pool.count(PoolCounter.inLine, length) }
    clock.advance(by: .milliseconds(100))
    pool.period("desk", .onLoan, lasting: .milliseconds(100))
    #expect(
      sentences(.busiestPool) == [
        "The busiest pool was “books”: its 2 elements were on loan for 50 % of the time, in 1 loan."
          + " The longest, 100 ms, was to “desk”."
      ])
    #expect(sentences(.deepestLine) == ["The deepest line was that of “books”: 3 waited at 0 ns."])
  }

  @Test func aLateMainActorSaysWhatItDidMeanwhile() {
    let screens = timeline.track("screens", kind: .screens)
    let main = timeline.track("main actor", kind: .mainActor)
    screens.began(1, "page", .loading)
    clock.advance(by: .milliseconds(120))
    screens.began(1, "", .loaded)
    main.period("", .late, lasting: .milliseconds(110))
    // On another thread when it ran.
    let node = OperationTrace.Node(
      id: 0, name: "step", submitted: .zero, ready: .zero, started: .zero,
      ended: .milliseconds(120), ending: .succeeded)
    timeline.record(OperationTrace(name: "launch", nodes: [node]), startedAt: .zero)
    #expect(
      sentences(.lateness) == [
        "The main actor answered 110 ms late at 120 ms; meanwhile it ran “page” (loading) for 110 ms."
      ])
  }

  @Test func theCriticalPathOfARunIsThatOfItsTrace() {
    let trace = OperationTrace(
      name: "launch",
      nodes: [
        OperationTrace.Node(
          id: 0, name: "settings", submitted: .zero, ready: .zero, started: .zero,
          ended: .milliseconds(10), ending: .succeeded),
        OperationTrace.Node(
          id: 1, name: "page", submitted: .zero, ready: .milliseconds(10),
          started: .milliseconds(12), ended: .milliseconds(20), ending: .succeeded,
          dependencies: [OperationTrace.Dependency(on: 0)], blocker: .dependency(0)),
        OperationTrace.Node(
          id: 2, name: "idle", submitted: .zero, ready: .zero, started: .zero,
          ended: .milliseconds(15), ending: .succeeded),
      ])
    clock.advance(by: .milliseconds(5))
    timeline.record(trace, startedAt: timeline.now)
    #expect(
      sentences(.criticalPath) == [
        "“launch”: \(trace.criticalPath) Its longest step, “settings”, took 10.0 ms."
      ])
  }

  /// A pool of one where two were meant, a screen that loads for a second on the main actor, and a
  /// step that waits for one that it does not need.
  @Test func plantedProblemsAreNamed() {
    func step(_ id: Int, _ name: String, _ start: Int, _ end: Int, after: Int...)
      -> OperationTrace.Node
    {
      OperationTrace.Node(
        id: id, name: name, submitted: .zero, ready: .milliseconds(start),
        started: .milliseconds(start), ended: .milliseconds(end), ending: .succeeded,
        dependencies: after.map { OperationTrace.Dependency(on: $0) },
        blocker: after.last.map { .dependency($0) } ?? .nothing)
    }
    timeline.record(
      OperationTrace(
        name: "launch",
        nodes: [
          step(0, "settings", 0, 40), step(1, "database", 40, 100, after: 0),
          step(2, "covers", 40, 490, after: 0), step(3, "first page", 490, 495, after: 1, 2),
        ]), startedAt: .zero)
    let printers = timeline.track("printers", kind: .pool)
    let screens = timeline.track("screens", kind: .screens)
    let main = timeline.track("main actor", kind: .mainActor)
    printers.count(PoolCounter.capacity, 1)
    clock.advance(by: .milliseconds(500))
    screens.began(1, "map", .loading)
    for round in 1...5 {
      clock.advance(by: .milliseconds(200))
      printers.period("Desk.swift:40", .waiting, lasting: .milliseconds(50 * round))
      printers.period("Desk.swift:40", .onLoan, lasting: .milliseconds(200))
    }
    screens.began(1, "", .visible)
    main.period("", .late, lasting: .milliseconds(980))
    let summary = timeline.recording.summary
    for sentence in [
      "“first page” waited 490 ms for “covers” in “launch”, from the start on; all else that it"
        + " waited for had ended 390 ms earlier.",
      "“Desk.swift:40” waited 250 ms for an element of “printers”, from 1.25 s on; the longest of 5"
        + " waits of this name, 750 ms together.",
      "its 1 element was on loan for 67 % of the time, in 5 loans, and borrowers waited during"
        + " 700 ms. The longest, 200 ms, was to “Desk.swift:40”.",
      "The main actor answered 980 ms late at 1.50 s; meanwhile it ran “map” (loading) for 980 ms.",
      "Its longest step, “covers”, took 450 ms.",
    ] {
      #expect(summary.contains(sentence), "\(summary)")
    }
  }

  @Test func aRecordingWithoutEventsHasASentence() {
    #expect(timeline.recording.summary == "0 events of 1 object in 0 ns.")
    #expect(TimelineRecording(objects: [], events: []).summary == "0 events of 0 objects in 0 ns.")
  }

  @Test func objectsAndTimesCanBeSelected() {
    let parser = timeline.track("parser")
    for number in 1...3 {
      parser.began(number, "line", .running)
      timeline.mark("page")
      clock.advance(by: .milliseconds(10))
      parser.ended(number)
    }
    let part = timeline.recording.only([parser.object])
    #expect(part.objects == [parser.object] && part.events.count == 6)
    let spans = part.spans(in: .milliseconds(11) ..< .milliseconds(20))
    #expect(spans.map(\.item) == [2])
  }
}
