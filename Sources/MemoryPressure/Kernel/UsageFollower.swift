/// Follows what a group uses of its limit, and says what is worth a report and when to look again.
struct UsageFollower: Sendable, Hashable {
  /// What is in use goes up and down all the time: a level is left only clearly below its share.
  private var ladder = Self.newLadder
  private var level = PressureLevel.normal
  private var pause = Self.shortest

  private static let newLadder = PressureLadder(rungs: MemoryStanding.shares, slack: 0.02)
  private static let shortest: Int64 = 2_000_000_000
  private static let longest: Int64 = 32_000_000_000

  /// What to report now that the standing is this; nil: nothing has changed.
  ///
  /// - Parameter standing: what is in use of the limit; nil: that cannot be read, or there is no
  ///   limit any more.
  /// - Returns: a report that holds until the next.
  mutating func follow(_ standing: MemoryStanding?) -> PressureReport? {
    let level = climb(standing)
    // What stays critical is said at each look: one pass may not have been enough.
    guard level != self.level || level == .critical else { return nil }
    if level != self.level { pause = Self.shortest }
    self.level = level
    guard let standing else {
      return PressureReport(level: .normal, cause: .subsided, lasting: .untilChanged)
    }
    return PressureReport(
      level: level, cause: .usage(standing.workingSet, limit: standing.limit),
      target: level > .normal ? standing.target : nil, lasting: .untilChanged)
  }

  private mutating func climb(_ standing: MemoryStanding?) -> PressureLevel {
    guard let standing else {
      ladder = Self.newLadder
      return .normal
    }
    // Nobody is ended for being slow.
    return min(ladder.climb(to: standing.share), standing.isHard ? .critical : .high)
  }

  /// The kernel told of something: what follows from it may be seen soon.
  mutating func somethingHappened() { pause = Self.shortest }

  /// How long to wait until the next look, in nanoseconds; nil: until the kernel tells.
  ///
  /// - Parameters:
  ///   - isTold: whether the kernel tells.
  ///   - standing: what is in use of the limit.
  /// - Returns: the time.
  mutating func interval(isTold: Bool, _ standing: MemoryStanding?) -> Int64? {
    guard isTold else {
      return switch standing?.share ?? 0 {
      case ..<0.5: 5_000_000_000
      case ..<MemoryStanding.shares[0]: 2_000_000_000
      default: 1_000_000_000
      }
    }
    // The kernel's thresholds are passed by all that is in use, with what it drops when it needs
    // room. If such things take the place of what was given back, no threshold is passed.
    guard level > .normal else { return nil }
    let now = pause
    pause = min(pause * 2, Self.longest)
    return now
  }
}
