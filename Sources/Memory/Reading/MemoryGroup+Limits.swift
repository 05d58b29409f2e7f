extension MemoryGroup {
  /// The limits of one folder, of which there is at least one.
  package struct Limits: Sendable, Hashable {
    /// The use above which processes are ended.
    package let hard: Int?
    /// The use above which processes are slowed down.
    package let soft: Int?

    /// Nil if there is no limit.
    init?(hard: Int?, soft: Int?) {
      if hard == nil && soft == nil { return nil }
      self.hard = hard
      self.soft = soft
    }

    /// The smaller of the two.
    package var lowest: Int { min(hard ?? .max, soft ?? .max) }

    /// How much of the limits is in use: of the one where there is more to fear.
    package func standing(of workingSet: Int) -> MemoryStanding {
      let hard = hard.map { MemoryStanding(scope: .group, workingSet: workingSet, limit: $0) }
      let soft = MemoryStanding(
        scope: .group, workingSet: workingSet, limit: soft ?? .max, isHard: false)
      guard let hard else { return soft }
      return soft.isTighter(than: hard) ? soft : hard
    }
  }
}
