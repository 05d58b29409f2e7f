import Foundation
import StageFloor
import StagecraftTestKit
import Testing

@testable import StagecraftTimeline

@Suite(.timeLimit(.minutes(3)))
struct TimelineStreamTests {
  private let clock = ManualClock()
  private let path =
    FileManager.default.temporaryDirectory.appending(path: "timeline-\(UUID().uuidString)").path

  private func makeTimeline(capacity: Int = 1_000) -> Timeline {
    Timeline(capacity: .events(capacity), configuration: .quiet(clock))
  }

  /// Every shape, and names that the format has to escape.
  private func record(in timeline: Timeline) {
    let machine = timeline.track("a\tmachine\\\n\u{0}é", kind: .operations)
    machine.began(1, "belt\n", .waiting)
    clock.advance(by: .milliseconds(3))
    machine.follows(1, 2)
    machine.began(1, "", .running)
    machine.ended(1, .failed)
    machine.count("in line", -7)
    machine.mark("\\t", item: 4)
    let pool = timeline.track("books", kind: .pool)
    pool.count("capacity", 2)
    pool.period("desk", .waiting, lasting: .milliseconds(1), ending: .timedOut)
    pool.period("desk", .waiting, lasting: .zero)
    pool.period("desk", .onLoan, lasting: .zero)
    timeline.track("launch", kind: .graph).began(1, "step", .ready)
  }

  private func withFile(_ body: () async throws -> Void) async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body()
  }

  @Test func aStreamedFileIsTheRecording() async throws {
    try await withFile {
      let timeline = makeTimeline()
      timeline.mark("before")
      try timeline.stream(to: path)
      record(in: timeline)
      timeline.stop()
      let (read, recording) = (try TimelineRecording(readingFrom: path), timeline.recording)
      #expect(read.events == recording.events)
      #expect(read.objects == recording.objects)
      #expect(read.duration == recording.duration && read.began == recording.began)
      #expect(read.dropped == 0 && read.completeSince == .zero)
      #expect(read.spans == recording.spans)
    }
  }

  /// As a crash would leave it: what was written when the last period began.
  @Test func whatWasWrittenCanBeReadWithoutAStop() async throws {
    try await withFile {
      let timeline = makeTimeline()
      try timeline.stream(to: path)
      for round in 0..<3 {
        try await clock.nextSleep(of: "timeline stream")
        timeline.mark("round \(round)")
        clock.advance(by: .milliseconds(100))
      }
      // The next sleep begins when the file has been written.
      try await clock.nextSleep(of: "timeline stream")
      timeline.mark("too late")
      let read = try TimelineRecording(readingFrom: path)
      #expect(read.events.map(\.name) == ["round 0", "round 1", "round 2"])
      #expect(read.duration == .milliseconds(300))
      withExtendedLifetime(timeline) {}
    }
  }

  @Test func eventsThatWereDroppedBeforeTheyWereWrittenAreCounted() async throws {
    try await withFile {
      let timeline = makeTimeline(capacity: 16)
      let track = timeline.track("counter")
      track.count("number", 0)
      try timeline.stream(to: path)
      for number in 1..<100 {
        clock.advance(by: .milliseconds(1))
        track.count("number", number)
      }
      timeline.stop()
      let read = try TimelineRecording(readingFrom: path)
      #expect(read.events.count + read.dropped == 100)
      #expect(read.events.count <= 17 && read.events[0].kind == .count(0))
      #expect(read.completeSince == read.events[1].time)
      // A stream of a stopped timeline is what it has.
      let other = path + "-2"
      try timeline.stream(to: other)
      let late = try TimelineRecording(readingFrom: other)
      #expect(late.events == timeline.recording.events)
      try FileManager.default.removeItem(atPath: other)
    }
  }

  @Test func filesThatExistOrAreNoTimelineAreRefused() async throws {
    try await withFile {
      let timeline = makeTimeline()
      try timeline.stream(to: path)
      let repeated = #expect(throws: TimelineFileError.self) { try timeline.stream(to: path) }
      #expect(repeated?.code == .alreadyExists)
      let missing = #expect(throws: TimelineFileError.self) {
        try TimelineRecording(readingFrom: path + "-none")
      }
      #expect(missing?.code == .system(2))
      #expect(TimelineRecording(bytes: []) == nil)
      #expect(TimelineRecording(bytes: Array("{}\n".utf8)) == nil)
    }
  }

  /// In a process of its own, whose files may have no byte.
  @Test func aFailedWriteLeavesNoFileAndTheOldReport() async {
    await #expect(processExitsWith: .success) {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "timeline-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(at: folder) }
      let names = { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
      let stream = folder.appending(path: "stream").path
      let report = folder.appending(path: "report").path
      let timeline = Timeline(capacity: .events(100), configuration: .quiet(ManualClock()))
      try timeline.report(to: report, title: "old")
      let old = try Data(contentsOf: URL(fileURLWithPath: report))

      signal(SIGXFSZ, SIG_IGN)
      try limitFiles(to: 0)
      for _ in 0..<2 {
        let first = #expect(throws: TimelineFileError.self) { try timeline.stream(to: stream) }
        #expect(first?.code == .system(EFBIG))
        let second = #expect(throws: TimelineFileError.self) { try timeline.report(to: report) }
        #expect(second?.code == .system(EFBIG))
        #expect(try names() == ["report"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: report)) == old)
      }

      try limitFiles(to: nil)
      try timeline.stream(to: stream)
      try timeline.report(to: report, title: "new")
      #expect(try names() == ["report", "stream"])
    }
  }

  @Test func aFileOfEachLengthCanBeRead() async throws {
    try await withFile {
      let timeline = makeTimeline()
      try timeline.stream(to: path)
      record(in: timeline)
      timeline.stop()
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let whole = try #require(TimelineRecording(bytes: bytes))
      var count = 0
      for length in 0..<bytes.count {
        guard let cut = TimelineRecording(bytes: Array(bytes[..<length])) else { continue }
        // No more than a line is lost, and nothing is made up.
        #expect(cut.events.count >= count && cut.events.allSatisfy(whole.events.contains))
        count = cut.events.count
        use(cut)
      }
      #expect(count == whole.events.count)
    }
  }

  @Test func aDamagedFileNeverTraps() async throws {
    try await withFile {
      let timeline = makeTimeline()
      try timeline.stream(to: path)
      record(in: timeline)
      timeline.stop()
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      var generator = SplitMix64(seed: 25)
      for _ in 0..<3_000 {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
          let place = Int.random(in: 0..<damaged.count, using: &generator)
          // A bit, or another character of the format.
          if Bool.random(using: &generator) {
            damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
          } else {
            damaged[place] = "\t\n\\-90eot".utf8.randomElement(using: &generator) ?? 0
          }
        }
        if let recording = TimelineRecording(bytes: damaged) { use(recording) }
      }
    }
  }

  /// It is also missing in the order of its object, unless it is the last one.
  @Test(arguments: [1, 2, 3])
  func aDamagedLineIsCountedOnce(number: Int) async throws {
    try await withFile {
      let timeline = makeTimeline()
      for name in ["one", "two", "three"] { timeline.mark(name) }
      try timeline.stream(to: path)
      timeline.stop()
      var lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
      let first = try #require(lines.firstIndex { $0.hasPrefix("e") })
      lines[first + number - 1] = "e\tnothing"
      let damaged = lines.joined(separator: "\n")
      let recording = try #require(TimelineRecording(bytes: Array(damaged.utf8)))
      #expect(recording.events.count == 2 && recording.dropped == 1)
    }
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "18446744073709551615", "0"])
  func extremeNumbersNeverTrap(number: String) throws {
    var text = "stagecraft-timeline 1\t\(number)\no\t\(number)\t\(number)\tpool\tbooks\n"
    text += "o\t0\t0\tpool\tbooks\no\t0\t0\tgraph\tlaunch\nt\t\(number)\n"
    for shape in 0...6 {
      for phase in 0...12 {
        text += "e\t\(number)\t0\t\(number)\t\(number)\t\(shape)\t\(phase)\t0\t\(number)\t0\tx\n"
        text += "e\t5\t0\t\(shape)\t\(phase)\t\(shape)\t\(phase)\t0\t\(number)\t0\tcapacity\n"
        text += "e\t\(number)\t4294967295\t0\t1\t\(shape)\t\(phase)\t0\t3\t0\tin line\n"
      }
    }
    use(try #require(TimelineRecording(bytes: Array(text.utf8))))
  }

  private func use(_ recording: TimelineRecording) {
    _ = recording.spans
    _ = recording.summary
    _ = recording.chromeJSON()
    _ = recording.reportHTML()
  }
}

/// To a number of bytes, or to as many as the process may have.
private func limitFiles(to bytes: rlim_t?) throws {
  #if canImport(Glibc)
  let size = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
  let size = RLIMIT_FSIZE
  #endif
  var limit = rlimit()
  try #require(getrlimit(size, &limit) == 0)
  limit.rlim_cur = bytes ?? limit.rlim_max
  try #require(setrlimit(size, &limit) == 0)
}
