internal import Foundation
internal import Harness
internal import StagecraftTestKit
internal import StagecraftTimeline

extension Case {
  /// What a recording becomes as a file: its size, and the time to write it.
  static var exports: [Case] {
    [1_000, 100_000, 1_000_000].flatMap { count in
      let files = Files(count)
      var cases = [
        Case("bytes-\(count)", "the size of each file, for \(count) events", unit: "bytes") {
          try files.all().map { .found($0.name, Double($0.bytes)) }
        },
        Case("write-\(count)", "the time to write it", unit: "ms") {
          try files.all().map { .found($0.name, Double($0.nanoseconds) / 1e6) }
        },
      ]
      for index in cases.indices { cases[index].isLong = count > 1_000 }
      return cases
    }
  }
}

/// The files of one recording, written when the first case needs them.
private final class Files {
  struct File {
    var name: String
    var bytes: Int
    var nanoseconds: Int64
  }

  private let count: Int
  private var files: [File] = []

  init(_ count: Int) { self.count = count }

  func all() throws -> [File] {
    if files.isEmpty {
      let (loans, distinct) = (makeRecording(names: 300), makeRecording(names: .max))
      files = [
        try file("stagecraft-report") { loans.reportHTML() },
        try file("stagecraft-report-distinct") { distinct.reportHTML() },
        try file("stagecraft-chrome") { loans.chromeJSON() },
        try file("stagecraft-otlp") { loans.otlpJSON() },
      ]
    }
    return files
  }

  private func file(_ name: String, _ text: () -> String) throws -> File {
    let url = FileManager.default.temporaryDirectory.appending(path: "stagecraft-\(UUID())")
    defer { try? FileManager.default.removeItem(at: url) }
    let stopwatch = Stopwatch()
    let data = Data(text().utf8)
    try data.write(to: url)
    return File(name: name, bytes: data.count, nanoseconds: stopwatch.nanoseconds)
  }

  /// Loans of a pool, each of three events, by borrowers with this number of names.
  private func makeRecording(names: Int) -> TimelineRecording {
    let clock = ManualClock()
    var configuration = Timeline.Configuration()
    configuration.clock = clock
    configuration.watchesMainActor = false
    let timeline = Timeline(capacity: .events(count * 2), configuration: configuration)
    let pool = timeline.track("books", kind: .pool)
    var random: UInt64 = 25
    for number in 0..<(count / 3) {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      clock.advance(by: .microseconds(Int64(random >> 58) + 1))
      let time = Duration.microseconds(Int64(random >> 54) + 1)
      pool.period("Reader.swift:\(number % names)", .waiting, lasting: time)
      pool.period("Reader.swift:\(number % names)", .onLoan, lasting: time)
      pool.count("in line", number % 17)
    }
    return timeline.recording
  }
}
