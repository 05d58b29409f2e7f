import Foundation
import TestSupport
import Testing

@testable import StagecraftTourScenes

/// Guests for the tests of survival.
enum Guests {
  static let limit = 128 << 20

  /// The executable, which stands beside that of the tests.
  static let program: String = {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: own).deletingLastPathComponent()
      .appendingPathComponent("stagecraft").path
  }()

  static var canMakeGroups: Bool {
    get async {
      let check: @Sendable () throws -> Void = {
        LimitedGroup.removeLeftovers()
        try LimitedGroup.check()
      }
      return (try? await onThread(check)) != nil
    }
  }

  /// The groups of guests of this process that are there.
  static var leftovers: [String] { LimitedGroup.leftovers }

  /// A slow visit: on a busy machine a guest may act a third of a second after its warning, and must
  /// not have reached its limit by then.
  static func visit(
    isHeeding: Bool, in house: GuestHouse, for duration: Duration, pace: Int = 20_000_000
  ) -> GuestVisit {
    GuestVisit(
      GuestOrder(isHeeding: isHeeding, pace: pace, amount: 3 * limit, for: duration), in: house,
      limit: limit, program: program)
  }

  /// Plays a visit, and records an issue if its guest did not end in time.
  static func play(_ visit: GuestVisit) async throws -> GuestReport {
    let report = try await visit.play()
    if let overdue = report.overdue { Issue.record("\(overdue)") }
    return report
  }

  static func expectSurvival(_ report: GuestReport, for duration: Duration) {
    let last = report.waves.last.map { "\($0.milliseconds) ms: \($0.text)" }
    #expect(
      report.ending == .exited(0),
      """
      It had made \(report.progress.last?.made ?? 0) bytes in \
      \(report.progress.last?.milliseconds ?? 0) ms; the last of \(report.waves.count) waves: \
      \(last ?? "none").
      """)
    guard let summary = report.summary else {
      Issue.record("It has no summary.")
      return
    }
    #expect(summary.made >= 3 * limit)
    #expect(summary.milliseconds >= Int(duration / .milliseconds(1)))
    #expect(summary.isShelfIntact)
    #expect(summary.checks > 1)
    #expect(summary.areNotesIntact)
    #expect(summary.notes > 0)
    #expect(summary.passes == report.waves.count)
    #expect(!report.waves.isEmpty)
    let unordered = report.waves.filter { !$0.isCheapestFirst }.map { "\($0)" }
    let unmeasured = report.waves.filter { !$0.isMeasured }.map { "\($0)" }
    let lossy = report.waves.filter(\.isLossy).map { "\($0)" }
    #expect(unordered == [])
    #expect(unmeasured == [])
    #expect(lossy == [])
    let released = report.waves.map(\.released).reduce(0, +)
    #expect(released == summary.released)
    print(
      """
      Survival: \(summary.made >> 20) MiB made in \(summary.milliseconds) ms in \
      \(limit >> 20) MiB, \(summary.passes) waves, \(summary.released >> 20) MiB given back, \
      at most \((report.peak ?? 0).inMegabytes), \
      \(report.failures ?? 0) times at the limit.
      """)
  }
}
