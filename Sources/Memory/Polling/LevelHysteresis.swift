/// Finds the level of a used share: it is left only when the share has fallen clearly below it.
struct LevelHysteresis: Sendable, Hashable {
  /// The shares from which pressure is elevated, high and critical, in ascending order.
  let thresholds: [Double]
  let slack: Double

  private(set) var level = PressureLevel.normal

  init(thresholds: [Double], slack: Double) {
    self.thresholds = thresholds
    self.slack = slack
  }

  mutating func update(_ share: Double) -> PressureLevel {
    let reached = thresholds.filter { share >= $0 }.count
    let kept = thresholds.filter { share > $0 - slack }.count
    let number = max(reached, min(kept, level.rawValue))
    level = PressureLevel(rawValue: number) ?? .critical
    return level
  }
}
