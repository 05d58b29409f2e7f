import Foundation
import TestSupport
import Testing

@testable import StagecraftTourScenes

/// Guests for the tests of survival.
enum Guests {
  static let limit = 128 << 20

  /// The executable, which is in the same folder as that of the tests.
  static let program: String = {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: own).deletingLastPathComponent()
      .appendingPathComponent("stagecraft").path
  }()

  static var canCreateGroups: Bool {
    get async {
      let check: @Sendable () throws -> Void = {
        LimitedGroup.removeLeftovers()
        try LimitedGroup.check()
      }
      return (try? await onThread(check)) != nil
    }
  }

  /// The cgroups of guests of this process that were not removed.
  static var leftovers: [String] { LimitedGroup.leftovers }

  /// A slow guest: on a busy machine it may act a third of a second after its warning, and must not
  /// have reached its limit by then.
  static func run(
    hasMonitor: Bool, for duration: Duration, pace: Int = 20_000_000, ownLimit: Int? = nil
  ) -> GuestRun {
    GuestRun(
      MemoryGuest(
        hasMonitor: hasMonitor, pace: pace, amount: 3 * limit,
        milliseconds: Int(duration.milliseconds), ownLimit: ownLimit),
      command: [program])
  }

  /// What the kernel counted in the cgroup of a guest.
  struct GroupFigures: Sendable {
    let kills: Int?
    let failures: Int?
    let peak: Int?
  }

  /// Runs a guest in a cgroup with the limit.
  static func playInGroup(_ run: GuestRun) async throws -> (GuestReport, GroupFigures) {
    let group = try await onThread {
      ProgramFiles.read(for: program)
      return try LimitedGroup(limit: limit)
    }
    var run = run
    run.command = group.command(toStart: program)
    let report = try await run.play()
    let figures = try await onThread {
      defer { group.remove() }
      return GroupFigures(kills: group.kills, failures: group.failures, peak: group.peak)
    }
    return (report, figures)
  }

  /// Runs a guest with a memory limiter.
  static func playLimited(_ run: GuestRun) async throws -> GuestReport {
    var run = run
    run.enforcedLimit = limit
    return try await play(run)
  }

  /// Runs a guest, and records an issue if it does not end in time.
  static func play(_ run: GuestRun) async throws -> GuestReport {
    let report = try await run.play()
    if let overdue = report.overdue { Issue.record("\(overdue)") }
    return report
  }

  static func expectSurvival(
    _ report: GuestReport, for duration: Duration, in group: GroupFigures? = nil
  ) {
    let last = report.passes.last.map { "\($0.milliseconds) ms: \($0.text)" }
    #expect(
      report.ending == .exited(0),
      """
      It had allocated \(report.progress.last?.allocated ?? 0) bytes in \
      \(report.progress.last?.milliseconds ?? 0) ms; the last of \(report.passes.count) passes: \
      \(last ?? "none").
      """)
    guard let summary = report.summary else {
      Issue.record("It has no summary.")
      return
    }
    #expect(summary.allocated >= 3 * limit)
    #expect(summary.milliseconds >= Int(duration / .milliseconds(1)))
    #expect(summary.isShelfIntact)
    #expect(summary.checks > 1)
    #expect(summary.areNotesIntact)
    #expect(summary.notes > 0)
    #expect(!report.passes.isEmpty)
    #expect(report.released > 0)
    let unordered = report.passes.filter { !$0.isCheapestFirst }.map { "\($0)" }
    let unmeasured = report.passes.filter { !$0.stoppedWhenEnough }.map { "\($0)" }
    let lossy = report.passes.filter(\.isLossy).map { "\($0)" }
    #expect(unordered == [])
    #expect(unmeasured == [])
    #expect(lossy == [])
    print(
      """
      Survival: \(summary.allocated >> 20) MiB allocated in \(summary.milliseconds) ms in \
      \(limit >> 20) MiB, \(report.passes.count) passes, \(report.released >> 20) MiB released, \
      at most \((group?.peak ?? report.peak).inMebibytes), \
      \(group?.failures ?? 0) times at the limit.
      """)
  }
}
