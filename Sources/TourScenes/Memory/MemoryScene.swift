internal import Foundation
internal import Stagecraft

/// A program that keeps what it makes, in less memory than that takes.
struct MemoryScene: Scene {
  let name = "memory"
  let summary = "three times the memory limit: warnings ignored, and warnings answered"
  var limit = 128 << 20
  /// Bytes that the program makes in a second.
  var pace = 40_000_000
  /// The executable `stagecraft`, which plays the program.
  var program = Bundle.main.executablePath ?? "/proc/self/exe"

  private var load: Int { 3 * limit }

  func play(_ narrator: Narrator) async throws {
    let (house, reason) = await Task.onThread {
      LimitedGroup.removeLeftovers()
      return GuestHouse.best()
    }.value
    let room = limit.inMegabytes
    switch house {
    case .group: narrator.say("A kernel group with a limit of \(room). Nothing is simulated.")
    case .overseen: narrator.say("An overseer warns through a pipe, and kills above \(room).")
    case .simulated: narrator.say("The program itself checks its memory, and ends above \(room).")
    }
    if let reason { narrator.say("Nothing more realistic is possible here: \(reason).") }
    try await playIgnoring(narrator, in: house)
    try await playHeeding(narrator, in: house)
  }

  private func visit(isHeeding: Bool, in house: GuestHouse) -> GuestVisit {
    let order = GuestOrder(isHeeding: isHeeding, pace: pace, amount: load)
    return GuestVisit(order, in: house, limit: limit, program: program)
  }

  private func playIgnoring(_ narrator: Narrator, in house: GuestHouse) async throws {
    narrator.chapter("The textbook: caches and pools without a monitor")
    let report = try await visit(isHeeding: false, in: house).play()
    for progress in report.progress {
      narrator.show("made \(progress.made.inMegabytes), resident \(progress.resident.inMegabytes)")
    }
    if let overdue = report.overdue { narrator.say(overdue) }
    narrator.promise(
      "It was killed when it had made about \((report.progress.last?.made ?? 0).inMegabytes).",
      isKept: report.wasEnded(in: house))
  }

  private func playHeeding(_ narrator: Narrator, in house: GuestHouse) async throws {
    narrator.chapter("Ours: the same program with a PressureMonitor")
    narrator.show(Listing("init(under monitor: PressureMonitor?)", in: "Holdings.swift"))
    let (lines, told) = AsyncStream.makeStream(of: GuestLine.self)
    let visit = visit(isHeeding: true, in: house)
    let playing = Task {
      defer { told.finish() }
      return try await visit.play { told.yield($0) }
    }
    for await line in lines {
      switch line {
      case .began(let sources):
        for source in sources where !source.contains("not here") {
          narrator.show("Watched: \(source)".wrapped(to: Narrator.width - 2))
        }
      case .wave(let wave):
        narrator.show(["\(wave.milliseconds) ms:"] + wave.text.wrapped(to: Narrator.width - 2))
      case .working, .ended: break
      }
    }
    let report = try await playing.value
    if let overdue = report.overdue { narrator.say(overdue) }
    let summary = report.summary ?? GuestSummary()
    narrator.promise(
      """
      It survived: it made \(summary.made.inMegabytes), \
      \((Double(summary.made) / Double(limit)).times) its limit, used \
      \((report.peak ?? 0).inMegabytes) at most, and ended by itself.
      """,
      isKept: report.ending == .exited(0) && summary.made >= load && report.kills ?? 0 == 0)
    narrator.promise(
      """
      In all \(report.waves.count) passes, which released \(summary.released.inMegabytes), the \
      cheapest was dropped first.
      """,
      isKept: !report.waves.isEmpty && report.waves.allSatisfy(\.isCheapestFirst))
    narrator.promise(
      "Each pass stopped when it had enough; only critical ones took everything.",
      isKept: report.waves.allSatisfy(\.isMeasured))
    narrator.promise(
      """
      What the user sees was intact in \(summary.checks) checks, and so were \(summary.notes) notes, \
      which cannot be made again.
      """,
      isKept: report.summary != nil && summary.isShelfIntact && summary.areNotesIntact
        && !report.waves.contains(where: \.isLossy))
  }
}
