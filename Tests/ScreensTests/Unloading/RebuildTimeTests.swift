import Testing

@testable import StagecraftScreens

@Suite("A rebuild time")
struct RebuildTimeTests {
  private func estimate(_ durations: [Int64]) -> Int64 {
    var time = RebuildTime()
    for duration in durations { time.add(from: 500, to: 500 + duration) }
    return time.estimate
  }

  @Test("is the median of the last three creations")
  func median() {
    #expect(estimate([8, 900, 9]) == 9)
    #expect(estimate([9, 8, 900]) == 9)
    #expect(estimate([900, 9, 8]) == 9)
    #expect(estimate([8, 8, 8, 30, 900, 31]) == 31)
  }

  @Test("is not changed by one delay", arguments: 0..<4)
  func oneDelay(_ place: Int) {
    var durations = [Int64](repeating: 10, count: 4)
    durations[place] = 1_000_000_000
    #expect(estimate(durations) == 10)
  }

  @Test("is the shorter of two creations, and that of a single one")
  func few() {
    #expect(estimate([]) == 0)
    #expect(estimate([70]) == 70)
    #expect(estimate([70, 9]) == 9)
    #expect(estimate([9, 70]) == 9)
  }

  @Test("is at least a nanosecond, and fits into its range")
  func limits() {
    #expect(estimate([0]) == 1)
    #expect(estimate([-5]) == 1)
    #expect(estimate([.max - 500]) >= .max / 4)
  }

  @Test("includes the time since the last creation, also when its counter begins again")
  func age() throws {
    var time = RebuildTime()
    #expect(time.age(at: 7) == nil)
    let second: Int64 = 1_000_000_000
    // The counter has 32 bits of 2^26 nanoseconds.
    for start in [0, 1 << 58, 1 << 58 - second] as [Int64] {
      time.add(from: start, to: start)
      #expect(try #require(time.age(at: start)) == 0)
      let age = try #require(time.age(at: start + 5 * second))
      #expect(abs(age - 5 * second) < second / 10)
    }
  }

  @Test("has sixteen bytes, because each screen stores one")
  func size() {
    #expect(MemoryLayout<RebuildTime>.size == 16)
  }
}
