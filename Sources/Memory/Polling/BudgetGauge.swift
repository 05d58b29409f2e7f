struct BudgetGauge: Equatable {
  let budget: Int
  private var hysteresis = LevelHysteresis(thresholds: [0.8, 0.9, 1], slack: 0.03)
  private var reported: Double?
  private var pace = GrowthPace()

  init(_ budget: Int) { self.budget = budget }

  mutating func look(_ bytes: Int, now: Int64) -> PollingStep {
    let before = hysteresis.level
    let share = Double(bytes) / Double(budget)
    let level = hysteresis.update(share)
    let interval = pace.interval(used: bytes, limit: budget, now: now)
    // While a level lasts it is reported again only if it has become worse by a fiftieth.
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
}
