/// Follows what a group uses of its limit, and decides what is worth a report.
struct UsageFollower: Sendable, Hashable {
  /// What is in use goes up and down all the time: a level is left only clearly below its share.
  private var ladder = Self.newLadder
  private var level = PressureLevel.normal
  /// The share that was last reported.
  private var reportedShare = 0.0
  /// When the last report was made, and how long the same is not said again while it is critical.
  private var reportedAt: Int64 = 0
  private var pause = Self.shortest

  /// How far below its share a level is left.
  static let slack = 0.02
  /// By how much of the limit the use must grow to be reported again at the same level.
  private static let step = 0.02
  private static let newLadder = PressureLadder(rungs: MemoryStanding.shares, slack: slack)
  private static let shortest: Int64 = 2_000_000_000
  private static let longest: Int64 = 32_000_000_000

  /// What to report now that the standing is this.
  ///
  /// - Parameters:
  ///   - standing: What is in use of the limit; nil if there is no limit any more.
  ///   - now: The time, in nanoseconds.
  /// - Returns: A report that holds until the next one; nil if there is nothing to say.
  mutating func follow(_ standing: MemoryStanding?, now: Int64) -> PressureReport? {
    let level = climb(standing)
    guard let standing else {
      guard self.level > .normal else { return nil }
      self.level = level
      return PressureReport(level: .normal, cause: .subsided, lasting: .untilChanged)
    }
    if level != self.level {
      pause = Self.shortest
    } else if level > .normal, standing.share >= reportedShare + Self.step {
      // One pass was not enough.
      pause = Self.shortest
    } else if level == .critical, now - reportedAt >= pause {
      // The same, though nothing else would say so.
      pause = min(pause * 2, Self.longest)
    } else {
      return nil
    }
    self.level = level
    reportedShare = standing.share
    reportedAt = now
    return PressureReport(
      level: level, cause: .usage(standing.workingSet, limit: standing.limit),
      target: level > .normal ? standing.target : nil, lasting: .untilChanged)
  }

  private mutating func climb(_ standing: MemoryStanding?) -> PressureLevel {
    guard let standing else {
      ladder = Self.newLadder
      return .normal
    }
    // Above a soft limit the kernel slows processes down and ends none.
    return min(ladder.climb(to: standing.share), standing.isHard ? .critical : .high)
  }

  /// The kernel told of something: what follows from it may be worth a report soon.
  mutating func somethingHappened() { pause = Self.shortest }
}
