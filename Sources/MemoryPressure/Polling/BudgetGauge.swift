/// Judges how much of its budget a program uses, and when to look again.
struct BudgetGauge: Equatable {
  let budget: Int
  private var ladder = PressureLadder(rungs: [0.8, 0.9, 1], slack: 0.03)
  /// What was used, as a share, when it was last reported.
  private var reported: Double?

  init(_ budget: Int) { self.budget = budget }

  /// It was looked at.
  ///
  /// - Parameter bytes: what is in use.
  /// - Returns: what to report, and when to look again.
  mutating func look(_ bytes: Int) -> PollingStep {
    let before = ladder.level
    let share = Double(bytes) / Double(budget)
    let level = ladder.climb(to: share)
    let interval = Self.interval(used: share)
    // While it lasts it is said again only if it has become worse by a fiftieth.
    guard level != before || level > .normal && share >= (reported ?? 0) + 0.02 else {
      return .next(nil, after: interval)
    }
    reported = share
    let goal = Int(Double(budget) * 0.75)
    let report = PressureReport(
      level: level, cause: .budget(bytes, limit: budget),
      target: level == .normal ? nil : max(0, bytes - goal), lasting: .untilChanged)
    return .next(report, after: interval)
  }

  /// Rarely far below the budget, often near it.
  static func interval(used share: Double) -> Int64 {
    switch share {
    case ..<0.5: 2_000_000_000
    // From 2 s at a half down to a tenth at four fifths.
    case ..<0.8: 100_000_000 + Int64(1_900_000_000 * (0.8 - share) / 0.3)
    default: 100_000_000
    }
  }
}
