import TestSupport
import Testing

@testable import StagecraftMemory

struct GrowthPaceTests {
  private static let mebibyte = 1 << 20
  private static let second: Int64 = 1_000_000_000

  /// The interval until the next poll after one poll, in milliseconds.
  private func pause(room: Int) -> Int64 {
    var pace = GrowthPace()
    return pace.interval(used: 100 * Self.mebibyte, limit: 100 * Self.mebibyte + room, now: 0)
      / 1_000_000
  }

  @Test func pollsLessOftenTheMoreRoomIsLeft() {
    #expect(pause(room: 1 << 40) == 1000)
    #expect(pause(room: 4 << 30) == 1000)
    #expect(pause(room: 2 << 30) == 500)
    #expect(pause(room: 400 * Self.mebibyte) == 97)
    #expect(pause(room: 190 * Self.mebibyte) == 46)
    #expect(pause(room: 10 * Self.mebibyte) == 25)
    // A program may exceed a soft limit or a budget forever.
    #expect(pause(room: 0) == 100)
    #expect(pause(room: -50 * Self.mebibyte) == 100)
  }

  @Test func pollsFasterWhileUseGrows() {
    var pace = GrowthPace()
    let limit = 1000 * Self.mebibyte
    _ = pace.interval(used: 0, limit: limit, now: 0)
    // Eight gibibytes in a second: the remaining room would be used up in 24 ms.
    let fast = pace.interval(used: 800 * Self.mebibyte, limit: limit, now: Self.second / 10)
    #expect(fast == 6_250_000)
    // The interval grows only after several polls without growth.
    var now = Self.second / 10
    var pauses: [Int64] = []
    for _ in 0..<12 {
      now += 5_000_000
      pauses.append(pace.interval(used: 800 * Self.mebibyte, limit: limit, now: now))
    }
    #expect(pauses[0] == 12_500_000)
    #expect(pauses == pauses.sorted())
    #expect(pauses.last == 48_828_125)
  }

  @Test func stoppedClockAndNumbersOutOfRangeGiveAValidInterval() {
    var pace = GrowthPace()
    for used in [Int.max, 0, .min, .max, 7] {
      for limit in [Int.max, 0, .min, 1] {
        let pause = pace.interval(used: used, limit: limit, now: 5)
        #expect((GrowthPace.shortest...GrowthPace.longest).contains(pause), "\(used) of \(limit)")
      }
    }
  }

  /// At any growth below two gibibytes a second: while 52 MiB are left, the usage is read before it
  /// can pass the limit.
  @Test func limitIsNotExceededBetweenTwoPolls() throws {
    let most = 2.0 * Double(1 << 30)
    try withEverySeed(in: 0..<200) { generator in
      var pace = GrowthPace()
      let limit = Double(Int.random(in: 64...8192, using: &generator) * Self.mebibyte)
      var used = 0.0
      var now: Int64 = 0
      for _ in 0..<300 {
        let pause = pace.interval(used: Int(used), limit: Int(limit), now: now)
        let isNear = limit - used < Double(52 * Self.mebibyte)
        let rate = Double.random(in: -0.3...1, using: &generator) * most
        used = max(0, used + rate * Double(pause) / 1e9)
        now += pause
        if isNear || used >= limit {
          #expect(isNear || used <= limit * 1.000_001, "\(Labels.text)")
          used = Double.random(in: 0...0.9, using: &generator) * limit
        }
      }
    }
  }
}
