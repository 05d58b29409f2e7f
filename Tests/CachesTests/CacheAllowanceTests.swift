import TestSupport
import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

/// Conversations about the size of a cache after a pass.
struct CacheAllowanceTests {
  private static let second: Int64 = 1_000_000_000

  @Test func allowanceIsNilWithoutAPass() {
    var allowance = CacheAllowance()
    for level in PressureLevel.allCases { #expect(allowance.bytes(at: level, now: 0) == nil) }
  }

  @Test func allowanceStaysAtTheRemainderWhileTheLevelLasts() {
    var allowance = CacheAllowance()
    allowance.recordPass(at: .high, left: 600, of: 1000, now: 0)
    for hour in 0..<10 as Range<Int64> {
      #expect(allowance.bytes(at: .high, now: hour * 3600 * Self.second) == 600)
    }
    #expect(allowance.bytes(at: .critical, now: 40_000 * Self.second) == 600)
  }

  @Test func allowanceGrowsAtNormalPressure() {
    var allowance = CacheAllowance()
    allowance.recordPass(at: .critical, left: 0, of: 3200, now: 0)
    #expect(allowance.bytes(at: .critical, now: 10 * Self.second) == 0)
    #expect(allowance.bytes(at: .normal, now: 11 * Self.second) == 100)
    // Frequent reads do not change the growth.
    for tick in 0..<100 as Range<Int64> {
      _ = allowance.bytes(at: .normal, now: (1100 + tick) * Self.second / 100)
    }
    #expect(allowance.bytes(at: .normal, now: 12 * Self.second) == 200)
    #expect(allowance.bytes(at: .normal, now: 41 * Self.second) == 3100)
    #expect(allowance.bytes(at: .normal, now: 42 * Self.second) == nil)
    #expect(!allowance.isHeld)
  }

  @Test func allowanceGrowsMoreSlowlyUnderLowerPressure() {
    var allowance = CacheAllowance()
    allowance.recordPass(at: .critical, left: 0, of: 1280, now: 0)
    #expect(allowance.bytes(at: .elevated, now: Self.second) == 10)
    #expect(allowance.bytes(at: .high, now: 2 * Self.second) == 20)
    #expect(allowance.bytes(at: .critical, now: 9 * Self.second) == 20)
    #expect(allowance.bytes(at: .normal, now: 10 * Self.second) == 60)
  }

  /// At each level, the remainder of the pass at that level is the bound.
  @Test func allowanceRecoversToTheRemainderOfTheLowerLevel() {
    var allowance = CacheAllowance()
    allowance.recordPass(at: .elevated, left: 900, of: 1280, now: 0)
    allowance.recordPass(at: .critical, left: 0, of: 900, now: 0)
    #expect(allowance.bytes(at: .critical, now: 0) == 0)
    // At elevated pressure the allowance grows to the remainder of the pass at that level.
    #expect(allowance.bytes(at: .elevated, now: Self.second) == 10)
    #expect(allowance.bytes(at: .elevated, now: 64 * Self.second) == 640)
    #expect(allowance.bytes(at: .elevated, now: 128 * Self.second) == 900)
    #expect(allowance.bytes(at: .elevated, now: 10_000 * Self.second) == 900)
    // At critical pressure without a pass, it does not grow.
    #expect(allowance.bytes(at: .critical, now: 10_001 * Self.second) == 900)
    #expect(allowance.bytes(at: .normal, now: 10_002 * Self.second) == 940)
  }

  @Test func smallerRemainderOfTwoPassesAtOneLevelApplies() {
    var allowance = CacheAllowance()
    allowance.recordPass(at: .high, left: 100, of: 1000, now: 0)
    allowance.recordPass(at: .high, left: 300, of: 400, now: Self.second)
    #expect(allowance.bytes(at: .high, now: 100 * Self.second) == 100)
    // The growth is towards the size before the first of the two passes.
    #expect(allowance.bytes(at: .normal, now: 116 * Self.second) == 600)
  }

  @Test func passOfAnEmptyCacheAppliesWhileItsLevelLasts() {
    var allowance = CacheAllowance()
    allowance.recordPass(at: .critical, left: 0, of: 0, now: 0)
    #expect(allowance.bytes(at: .critical, now: 1000 * Self.second) == 0)
    // There is nothing to restore.
    #expect(allowance.bytes(at: .high, now: 1000 * Self.second) == nil)
  }

  @Test func clockThatGoesBackDoesNotRaiseTheAllowance() {
    var allowance = CacheAllowance()
    allowance.recordPass(at: .high, left: 10, of: 100, now: 50 * Self.second)
    #expect(allowance.bytes(at: .normal, now: 0) == 10)
    #expect(allowance.bytes(at: .normal, now: 50 * Self.second) == 10)
    allowance.recordPass(at: .high, left: 0, of: .max, now: 0)
    #expect(allowance.bytes(at: .normal, now: .max) == nil)
  }
}
