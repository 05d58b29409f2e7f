import StagecraftCaches
import StagecraftLists
import StagecraftMemory
import StagecraftScreens
import StagecraftSharedPools
import StagecraftTestKit
import Testing

@testable import StagecraftTimeline

@Suite(.timeLimit(.minutes(3)))
struct OtherCraftsTests {
  private let clock = ManualClock()
  private let timeline: Timeline

  init() { timeline = Timeline(configuration: .quiet(clock)) }

  @Test func aPressurePassNamesEachResponder() async throws {
    let monitor = PressureMonitor(sources: .none)
    timeline.record(monitor)
    let registration = monitor.register(
      "covers", cost: .readFromDisk, estimate: { 4_096 }, release: { _ in 4_096 })
    await monitor.relieve(.high, target: 4_096)
    let recording = try await recording { $0.spans.contains { $0.phase == .releasing } }
    let pass = try #require(recording.spans.first { $0.phase == .releasing })
    #expect(pass.name.hasPrefix("covers: released") && pass.ending == .succeeded)
    #expect(recording.lines(of: "memory").contains { $0.contains("resident =") })
    registration.end()
  }

  @Test func aCacheIsReadWhenASampleIsDue() async throws {
    let cache = PurgeableCache<Int, Int>("covers", limit: 100, under: nil) { _ in 10 }
    timeline.record(cache)
    #expect(timeline.recording.lines(of: "covers").contains("0 bytes = 0"))
    cache[1] = 1
    _ = cache[1]
    try await clock.nextSleep(of: "timeline samples")
    clock.advance(by: .milliseconds(100))
    // The second sleep begins when the first sample has been taken.
    try await clock.nextSleep(of: "timeline samples")
    let lines = timeline.recording.lines(of: "covers")
    #expect(lines.contains("100 bytes = 10") && lines.contains("100 hits = 1"))
    // Only what has changed is recorded.
    #expect(!lines.contains("100 misses = 0"))
  }

  @MainActor
  @Test func aListIsRecordedByItsBatches() async throws {
    let list = LiveList<Row>([Row(id: 0)])
    timeline.record(list, as: "orders")
    for id in 1...5 { try list.append(Row(id: id)) }
    let recording = try await recording { $0.lines(of: "orders").count >= 3 }
    #expect(
      recording.lines(of: "orders") == ["0 rows = 1", "0 edits in a batch = 5", "0 rows = 6"])
  }

  /// Its first read computes all rows, and no other event would say why the main actor was late.
  @MainActor
  @Test(arguments: [false, true])
  func aDerivedListIsRecordedWhereItIsComputed(isGrouped: Bool) throws {
    clock.advance(by: .seconds(1))
    let list = LiveList<Row>((0..<8).map { Row(id: $0) })
    @Sendable func slow(_ row: Row) -> Int {
      let end = ContinuousClock.now + .milliseconds(1)
      while ContinuousClock.now < end {}
      return row.id % 2
    }
    if isGrouped {
      timeline.record(list.grouped(by: { slow($0) }), as: "shown")
    } else {
      timeline.record(list.filtered { slow($0) == 0 }, as: "shown")
    }
    timeline.mark("here")
    let recording = timeline.recording
    let shown = try #require(recording.objects.first { $0.name == "shown" })
    let span = try #require(recording.spans.first { $0.object == shown.id })
    #expect(span.phase == .running && span.duration >= .milliseconds(8))
    #expect(span.thread == recording.events.last?.thread)
  }

  @MainActor
  @Test func screensLoadAndAppear() {
    let application = ScreenApplication()
    let page = Page("page", in: application)
    timeline.record(application)
    let window = ScreenWindow(root: page, stage: RecorderStage(), in: application)
    timeline.record(window, as: "windows")
    page.onLoad = { clock.advance(by: .milliseconds(300)) }
    window.open()
    let spans = timeline.recording.spans.filter { $0.name == "page" }
    #expect(spans.first?.phase == .loading && spans.first?.duration == .milliseconds(300))
    #expect(spans.last?.phase == .visible && spans.last?.ending == nil)
    window.close()
    let last = timeline.recording.spans.filter { $0.name == "page" && $0.ending == nil }
    #expect(last.map(\.phase) == [.loaded])
    // The window's application is one object.
    #expect(timeline.recording.objects.count == 2)
  }

  @MainActor
  @Test func aScreenThatLeavesItsContainerEnds() throws {
    let application = ScreenApplication()
    timeline.record(application)
    let root = Page("catalogue", in: application)
    let stack = NavigationScreen(root: root, stage: RecorderStage(), in: application)
    let window = ScreenWindow(root: stack, stage: RecorderStage(), in: application)
    window.open()
    let page = Page("page", in: application)
    stack.push(page)
    clock.advance(by: .milliseconds(10))
    stack.pop()
    clock.advance(by: .milliseconds(10))
    let spans = timeline.recording.spans.filter { $0.name == "page" }
    #expect(!spans.isEmpty && spans.allSatisfy { $0.ending == .succeeded })
    #expect(spans.last?.end == .milliseconds(10))
    let visible = timeline.recording.spans.filter { $0.ending == nil && $0.phase == .visible }
    #expect(visible.contains { $0.name == "catalogue" })
    withExtendedLifetime(page) {}
  }

  @MainActor
  @Test func aReleasedScreenEndsWhenTheNextOneLoads() {
    let application = ScreenApplication()
    timeline.record(application)
    func show(_ name: String) -> ScreenWindow<FakeView> {
      let page = Page(name, in: application)
      let window = ScreenWindow(root: page, stage: RecorderStage(), in: application)
      window.open()
      return window
    }
    var first: ScreenWindow<FakeView>? = show("first")
    first?.close()
    first = nil
    let second = show("second")
    let open = timeline.recording.spans.filter { $0.ending == nil }.map(\.name)
    #expect(open.contains("second") && !open.contains("first"))
    withExtendedLifetime(second) {}
  }

  @Test func aLeaseOfASharedPoolIsAnItem() async throws {
    let store = MemoryLeaseStore(clock: clock)
    let pool = try await SharedPool<String>("scanners", at: store)
    try await pool.add("left", named: "left")
    timeline.record(pool)
    try await pool.withLease { _ in
      // The body may begin before the event is delivered.
      while timeline.recording.spans.allSatisfy({ $0.phase != .onLoan }) {
        try Task.checkCancellation()
        await Task.yield()
      }
      clock.advance(by: .milliseconds(9))
    }
    let loan = try #require(timeline.recording.spans.first { $0.phase == .onLoan })
    #expect(loan.name.hasPrefix("left, fence ") && loan.ending == .succeeded)
    #expect(loan.duration == .milliseconds(9))
    await pool.close()
  }

  @Test func aLeaseWithoutAWaitDoesNotShortenTheLine() async throws {
    let pool = try await SharedPool<String>("scanners", at: MemoryLeaseStore(clock: clock))
    for name in ["left", "right"] { try await pool.add(name, named: name, labels: [name]) }
    timeline.record(pool)
    func line(_ recording: TimelineRecording) -> [String] {
      recording.lines(of: "scanners").filter { $0.contains("in line") }
    }
    let first = try await pool.lease(where: ["left"])
    let second = Task { try await pool.lease(where: ["left"]) }
    _ = try await recording { line($0) == ["0 in line = 1"] }
    let other = try await pool.lease(where: ["right"])
    let during = try await recording { $0.spans.count { $0.phase == .onLoan } == 2 }
    #expect(line(during) == ["0 in line = 1"])
    await first.release()
    let third = try await second.value
    _ = try await recording { line($0) == ["0 in line = 1", "0 in line = 0"] }
    await third.release()
    await other.release()
    await pool.close()
  }

  @Test func aLateMainActorIsRecorded() async throws {
    var configuration = Timeline.Configuration()
    configuration.clock = clock
    let watched = Timeline(configuration: configuration)
    try await clock.nextSleep(of: "timeline watchdog")
    clock.advance(by: .milliseconds(20))
    // The second sleep begins when the main actor has answered.
    try await clock.nextSleep(of: "timeline watchdog")
    #expect(!watched.recording.spans.contains { $0.phase == .late })
    let track = watched.track("main actor", kind: .mainActor)
    clock.advance(by: .milliseconds(40))
    let now = track.recorder.timekeeper.now
    for late in [15, 30] {
      await MainActorWatchdog.answer(
        track, asked: now - Int64(late) * 1_000_000, threshold: .milliseconds(16))
    }
    #expect(watched.recording.spans.count { $0.phase == .late } == 1)
    let late = try #require(watched.recording.spans.first { $0.phase == .late })
    #expect(late.duration == .milliseconds(30))
  }

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

  struct Row: Identifiable, Sendable { let id: Int }
}

private final class Page: Screen<FakeView> {
  var onLoad: () -> Void = {}
  private let givenName: String

  init(_ name: String, in application: ScreenApplication) {
    givenName = name
    super.init(in: application)
  }

  override var name: String { givenName }

  override func loadView() -> FakeView {
    onLoad()
    return FakeView(givenName)
  }
}
