internal import Foundation
internal import Stagecraft

struct MemoryScene: Scene {
  let name = "memory"
  let summary = "three times the memory limit: warnings ignored, and warnings answered"
  var limit = 128 << 20
  /// The number of bytes that the program allocates in a second.
  var pace = 40_000_000
  var program = Bundle.main.executablePath ?? "/proc/self/exe"

  func play(_ narrator: Narrator) async throws {
    let room = limit.inMebibytes
    narrator.say(
      MemoryLimiter.isSupported
        ? """
        The program runs as a separate process. This one warns it through a pipe, like a service \
        manager, and kills it above \(room), like the kernel.
        """
        : "The program runs as a separate process, which kills itself above \(room).")
    try await playIgnoring(narrator)
    try await playMonitored(narrator)
  }

  private func run(hasMonitor: Bool) -> GuestRun {
    let hasLimiter = MemoryLimiter.isSupported
    let guest = MemoryGuest(
      hasMonitor: hasMonitor, pace: pace, amount: 3 * limit, ownLimit: hasLimiter ? nil : limit)
    return GuestRun(guest, command: [program], enforcedLimit: hasLimiter ? limit : nil)
  }

  private func playIgnoring(_ narrator: Narrator) async throws {
    narrator.chapter("The textbook: caches and pools without a monitor")
    let report = try await narrator.live("a process without a monitor") { live in
      try await run(hasMonitor: false).play { show($0, live) }
    }
    for progress in report.progress {
      narrator.show(
        "allocated \(progress.allocated.inMebibytes), resident \(progress.resident.inMebibytes)")
    }
    if let overdue = report.overdue { narrator.say(overdue) }
    let allocated = report.progress.last?.allocated ?? 0
    narrator.observation(
      "It was killed after it had allocated about \(allocated.inMebibytes).",
      isSeen: report.wasKilled)
  }

  /// Shows the memory of the process as a bar.
  nonisolated private func show(_ line: GuestLine, _ live: LiveTrack) {
    guard case .working(let summary) = line else { return }
    live.count("allocated, MiB", summary.allocated >> 20, of: 3 * limit >> 20)
    live.count("resident, MiB", summary.resident >> 20, of: limit >> 20)
  }

  private func playMonitored(_ narrator: Narrator, _ live: LiveTrack) async throws -> GuestReport {
    let lines = Channel<GuestLine>()
    let run = run(hasMonitor: true)
    let playing = Task {
      defer { lines.close() }
      return try await run.play { lines.send($0) }
    }
    while let line = await lines.next() {
      show(line, live)
      switch line {
      case .began(let sources):
        for source in sources where !source.contains("not here") {
          narrator.quote("Watched: \(source)")
        }
      case .pass(let pass):
        live.mark("released \(pass.released.inMebibytes)")
        narrator.show(["\(pass.milliseconds) ms:"])
        narrator.quote(pass.text)
      case .working, .ended: break
      }
    }
    return try await playing.value
  }

  private func playMonitored(_ narrator: Narrator) async throws {
    narrator.chapter("Ours: the same program with a PressureMonitor")
    narrator.show(Listing("init(under monitor: PressureMonitor?)", in: "Holdings.swift"))
    let report = try await narrator.live("a process with a monitor") { live in
      try await playMonitored(narrator, live)
    }
    if let overdue = report.overdue { narrator.say(overdue) }
    let summary = report.summary ?? GuestSummary()
    narrator.promise(
      """
      It survived: it allocated \(summary.allocated.inMebibytes), \
      \((Double(summary.allocated) / Double(limit)).times) its limit, used \
      \(report.peak.inMebibytes) at most, and ended by itself.
      """, isKept: report.ending == .exited(0) && summary.allocated >= 3 * limit)
    narrator.promise(
      """
      In all \(report.passes.count) passes, which released \(report.released.inMebibytes), the \
      cheapest was released first.
      """,
      isKept: !report.passes.isEmpty && report.passes.allSatisfy(\.isCheapestFirst))
    narrator.promise(
      "Each pass stopped when it had enough; only critical ones released everything.",
      isKept: report.passes.allSatisfy(\.stoppedWhenEnough))
    narrator.promise(
      """
      What the user sees was intact in \(summary.checks) checks, and so were \(summary.notes) notes, \
      which cannot be recreated.
      """,
      isKept: report.summary != nil && summary.isShelfIntact && summary.areNotesIntact
        && !report.passes.contains(where: \.isLossy))
  }
}
