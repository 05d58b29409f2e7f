extension MemoryGroup {
  /// The limits of one folder; at least one is set.
  package struct Limits: Sendable, Hashable {
    /// The limit above which processes are killed.
    package let hard: Int?
    /// The limit above which processes are throttled.
    package let soft: Int?

    /// Creates the limits; nil if both are nil.
    init?(hard: Int?, soft: Int?) {
      if hard == nil && soft == nil { return nil }
      self.hard = hard
      self.soft = soft
    }

    /// The smaller of the two.
    package var lowest: Int { min(hard ?? .max, soft ?? .max) }

    /// Returns the use of the tighter of the two limits.
    package func limitUse(of workingSet: Int) -> LimitUse {
      let hard = hard.map { LimitUse(scope: .group, workingSet: workingSet, limit: $0) }
      let soft = LimitUse(
        scope: .group, workingSet: workingSet, limit: soft ?? .max, isHard: false)
      guard let hard else { return soft }
      return soft.isTighter(than: hard) ? soft : hard
    }
  }
}
