import StageFloor
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct QuickClockTests {
  /// Over many anchors, each of which is used for a millisecond, and on several threads at once.
  @Test func agreesWithTheSystemsClockToAMicrosecond() async throws {
    try await withThrowingTaskGroup(of: Int64.self) { group in
      for _ in 0..<3 { group.addTask { try await onThread { worstDeviation(for: 30_000_000) } } }
      for try await deviation in group { #expect(deviation <= 1_000) }
    }
  }

  /// The longest distance of a quick reading from the interval between two exact ones.
  private func worstDeviation(for nanoseconds: Int64) -> Int64 {
    let keeper = Timekeeper(ContinuousClock())
    let end = keeper.now + nanoseconds
    var worst: Int64 = 0
    while true {
      let before = keeper.now
      let quick = keeper.quickNow
      let after = keeper.now
      worst = max(worst, before - quick, quick - after)
      if after > end { return worst }
    }
  }
}
