struct AvailabilityGauge: Equatable {
  /// The shares in use: less than 15, 8 and 4 percent are available.
  private var hysteresis = LevelHysteresis(thresholds: [0.85, 0.92, 0.96], slack: 0.02)
  private var reported: Double?
  private var pace = GrowthPace()

  mutating func look(_ memory: MachineMemory, resident: Int?, now: Int64) -> PollingStep {
    let before = hysteresis.level
    let share = Double(memory.available) / Double(memory.total)
    let level = hysteresis.update(1 - share)
    let interval = pace.interval(used: memory.used, limit: memory.total, now: now)
    // While a level lasts it is reported again only if it has become worse by a hundredth.
    guard level != before || level > .normal && share <= (reported ?? 1) - 0.01 else {
      return .next(nil, after: interval)
    }
    reported = share
    let report = PressureReport(
      level: level, cause: .available(memory.available, of: memory.total),
      target: level == .normal ? nil : target(memory, level, resident), lasting: .untilChanged)
    return .next(report, after: interval)
  }

  /// The bytes that end the pressure of the machine, but at most a share of this process's memory.
  private func target(_ memory: MachineMemory, _ level: PressureLevel, _ resident: Int?) -> Int? {
    guard let resident else { return nil }
    let share =
      switch level {
      case .normal, .elevated: 0.1
      case .high: 0.25
      case .critical: 0.5
      }
    let line = Double(memory.total) * (1 - hysteresis.thresholds[0] + hysteresis.slack)
    let missing = line - Double(memory.available)
    return max(0, Int(min(missing, Double(resident) * share)))
  }
}
