struct UsageFollower: Sendable, Hashable {
  /// The use fluctuates constantly: a level is left only clearly below its threshold.
  private var hysteresis = Self.newHysteresis
  private var level = PressureLevel.normal
  private var reportedShare = 0.0
  /// The time of the last report, and the pause before the same critical level is reported again.
  private var reportedAt: Int64 = 0
  private var pause = Self.shortest

  /// How far below its threshold a level is left.
  static let slack = 0.02
  /// The growth, as a share of the limit, that is reported again at the same level.
  private static let step = 0.02
  private static let newHysteresis = LevelHysteresis(
    thresholds: LimitUse.shares, slack: slack)
  private static let shortest: Int64 = 2_000_000_000
  private static let longest: Int64 = 32_000_000_000

  /// Returns a lasting report; nil if there is nothing new.
  mutating func follow(_ use: LimitUse?, now: Int64) -> PressureReport? {
    let level = updateLevel(use)
    guard let use else {
      guard self.level > .normal else { return nil }
      self.level = level
      return PressureReport(level: .normal, cause: .subsided, lasting: .untilChanged)
    }
    if level != self.level {
      pause = Self.shortest
    } else if level > .normal, use.share >= reportedShare + Self.step {
      // One pass was not enough.
      pause = Self.shortest
    } else if level == .critical, now - reportedAt >= pause {
      // The level is repeated, because no other report would start another pass.
      pause = min(pause * 2, Self.longest)
    } else {
      return nil
    }
    self.level = level
    reportedShare = use.share
    reportedAt = now
    return PressureReport(
      level: level, cause: .usage(use.workingSet, limit: use.limit),
      target: level > .normal ? use.target : nil, lasting: .untilChanged)
  }

  private mutating func updateLevel(_ use: LimitUse?) -> PressureLevel {
    guard let use else {
      hysteresis = Self.newHysteresis
      return .normal
    }
    // Above a soft limit the kernel throttles processes but kills none.
    return min(hysteresis.update(use.share), use.isHard ? .critical : .high)
  }

  /// Handles a kernel event, after which the same level may be reported again soon.
  mutating func somethingHappened() { pause = Self.shortest }
}
