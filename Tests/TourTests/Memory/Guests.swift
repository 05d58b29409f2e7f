import Foundation
import TestSupport
import Testing

@testable import TourScenes

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
        try GuestHouse.checkGroup()
      }
      return (try? await onThread(check)) != nil
    }
  }

  /// The groups of guests of this process that are there.
  static var leftovers: [String] { LimitedGroup.leftovers }

  /// A visit that is not in a hurry: on a machine with many things to do it may take a third of a
  /// second until who is warned comes to act, and it must not have reached its limit by then.
  static func visit(
    _ attitude: GuestOrder.Attitude, in house: GuestHouse, for duration: Duration,
    pace: Int = 20_000_000
  ) -> GuestVisit {
    GuestVisit(
      GuestOrder(attitude, pace: pace, amount: 3 * limit, for: duration), in: house,
      limit: limit, program: program)
  }

  /// Plays a visit; a guest that did not come to its end in time is an issue, which tells how it stood.
  static func play(_ visit: GuestVisit) async throws -> GuestReport {
    let report = try await visit.play()
    if let overdue = report.overdue { Issue.record("\(overdue)") }
    return report
  }

  static func expectSurvival(_ report: GuestReport, for duration: Duration) {
    let last = report.waves.last.map { "\($0.milliseconds) ms, \($0.levelName), \($0.cause)" }
    #expect(
      report.ending == .exited(0),
      """
      It had made \(report.progress.last?.made ?? 0) bytes in \
      \(report.progress.last?.milliseconds ?? 0) ms; the last of \(report.waves.count) waves: \
      \(last ?? "none").
      """)
    guard let summary = report.summary else {
      Issue.record("It did not come to its end.")
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
    // Those that are not as they should be.
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
