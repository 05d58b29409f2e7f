import TestSupport
import Testing

@testable import StagecraftMemory

struct LevelHysteresisTests {
  @Test func levelIsReachedAtItsThresholdAndLeftClearlyBelow() {
    var hysteresis = LevelHysteresis(thresholds: [0.8, 0.9, 1], slack: 0.03)
    let story: [(Double, PressureLevel)] = [
      (0.5, .normal), (0.79, .normal), (0.8, .elevated), (0.78, .elevated), (0.769, .normal),
      (0.91, .high), (0.88, .high), (0.86, .elevated), (1.2, .critical), (0.98, .critical),
      (0.96, .high), (0.1, .normal), (5, .critical), (0, .normal),
    ]
    for (share, level) in story { #expect(hysteresis.update(share) == level, "\(share)") }
  }

  /// For all shares: the level is never below the share's own level, nor two thresholds above it.
  @Test func levelStaysWithinTheSlackOfItsShare() throws {
    try withEverySeed(in: 0..<200) { generator in
      var hysteresis = LevelHysteresis(thresholds: [0.8, 0.9, 1], slack: 0.03)
      for _ in 0..<100 {
        let share = Double.random(in: 0.7...1.1, using: &generator)
        let least = hysteresis.thresholds.filter { share >= $0 }.count
        let most = hysteresis.thresholds.filter { share > $0 - hysteresis.slack }.count
        #expect((least...most).contains(hysteresis.update(share).rawValue), "\(Labels.text)")
      }
    }
  }

  @Test func nanCountsAsNoPressure() {
    var hysteresis = LevelHysteresis(thresholds: [0.8, 0.9, 1], slack: 0.03)
    #expect(hysteresis.update(.nan) == .normal)
    #expect(hysteresis.update(-.infinity) == .normal)
    #expect(hysteresis.update(.infinity) == .critical)
  }
}
