import Testing

@testable import StagecraftMemory

struct AvailabilityGaugeTests {
  private func memory(_ available: Int) throws -> MachineMemory {
    let text = "MemTotal: 10000 kB\nMemAvailable: \(available) kB\n"
    return try #require(MachineMemory(parsing: Array(text.utf8)))
  }

  private func report(_ step: PollingStep) -> PressureReport? {
    if case .next(let report, _) = step { report } else { nil }
  }

  @Test func levelsFollowAvailableMemory() throws {
    var gauge = AvailabilityGauge()
    let story: [(Int, PressureLevel?)] = [
      (9000, nil), (1600, nil), (1490, .elevated), (1480, nil), (1600, nil), (1701, .normal),
      (790, .high), (395, .critical), (500, nil), (610, .high), (9000, .normal), (9000, nil),
      (100, .critical), (10_000, .normal),
    ]
    for (available, level) in story {
      let found = report(gauge.look(try memory(available), resident: nil, now: 0))
      #expect(found?.level == level, "\(available)")
      if let found {
        #expect(found.lasting == .untilChanged)
        #expect(found.cause == .available(available << 10, of: 10_000 << 10))
      }
    }
  }

  /// A report without a change means that relief was sufficient; a worse one means that it was not,
  /// so it is repeated.
  @Test func reportIsRepeatedWhenAvailabilityFallsFurther() throws {
    var gauge = AvailabilityGauge()
    var levels: [Int: PressureLevel] = [:]
    for available in [1400, 1350, 1310, 1290, 1250, 1180, 1300, 1170, 1080] {
      levels[available] = report(gauge.look(try memory(available), resident: nil, now: 0))?.level
    }
    #expect(levels == [1400: .elevated, 1290: .elevated, 1180: .elevated, 1080: .elevated])
  }

  @Test func targetIsAtMostAShareOfTheResidentMemory() throws {
    let mebibyte = 1 << 20
    func target(_ available: Int, _ resident: Int?) throws -> Int? {
      var gauge = AvailabilityGauge()
      return report(gauge.look(try memory(available), resident: resident, now: 0))?.target
    }
    // 1700 kB should become available again.
    #expect(try target(1400, 100 * mebibyte) == 300 << 10)
    #expect(try target(1400, mebibyte) == mebibyte / 10)
    #expect(try target(700, mebibyte) == mebibyte / 4)
    #expect(try target(300, mebibyte) == mebibyte / 2)
    #expect(try target(1400, nil) == nil)
    #expect(try target(9000, mebibyte) == nil)
  }
}
