import TestSupport
import Testing

@testable import StagecraftMemory

struct PressureLadderTests {
  @Test func aLevelIsReachedAtItsRungAndLeftClearlyBelow() {
    var ladder = PressureLadder(rungs: [0.8, 0.9, 1], slack: 0.03)
    let story: [(Double, PressureLevel)] = [
      (0.5, .normal), (0.79, .normal), (0.8, .elevated), (0.78, .elevated), (0.769, .normal),
      (0.91, .high), (0.88, .high), (0.86, .elevated), (1.2, .critical), (0.98, .critical),
      (0.96, .high), (0.1, .normal), (5, .critical), (0, .normal),
    ]
    for (share, level) in story { #expect(ladder.climb(to: share) == level, "\(share)") }
  }

  /// Whatever the shares: never below what the share itself says, nor two rungs above it.
  @Test func aLevelIsNeverFarFromItsShare() throws {
    try withEverySeed(in: 0..<200) { generator in
      var ladder = PressureLadder(rungs: [0.8, 0.9, 1], slack: 0.03)
      for _ in 0..<100 {
        let share = Double.random(in: 0.7...1.1, using: &generator)
        let least = ladder.rungs.filter { share >= $0 }.count
        let most = ladder.rungs.filter { share > $0 - ladder.slack }.count
        #expect((least...most).contains(ladder.climb(to: share).rawValue), "\(Labels.text)")
      }
    }
  }

  @Test func whatIsNoShareIsNoPressure() {
    var ladder = PressureLadder(rungs: [0.8, 0.9, 1], slack: 0.03)
    #expect(ladder.climb(to: .nan) == .normal)
    #expect(ladder.climb(to: -.infinity) == .normal)
    #expect(ladder.climb(to: .infinity) == .critical)
  }
}
