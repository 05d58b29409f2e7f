import Foundation
import Testing

@testable import StagecraftMemory

@Suite struct StallGaugeTests {
  private func reading(_ some: Int, _ full: Int = 0) throws -> StallReading {
    try #require(
      StallReading(
        parsing: Array(
          "some avg10=0.00 avg60=0.00 avg300=0.00 total=\(some)\nfull total=\(full)\n".utf8)))
  }

  @Test func triggerTextEndsWithAZeroByte() {
    #expect(StallTrigger.all[0].text == Array("some 150000 2000000\0".utf8))
    #expect(StallTrigger.all[2].text == Array("full 200000 2000000\0".utf8))
    #expect(StallTrigger.window % 2_000_000 == 0)
    #expect(StallTrigger.all.map(\.level) == [.elevated, .high, .critical])
  }

  @Test func falseFirstEventIsIgnored() throws {
    var gauge = try #require(StallGauge(StallTrigger.all[0], reading: try reading(1_000_000)))
    // Triggered by a stall of a tenth of a millisecond.
    #expect(gauge.event(try reading(1_000_100)) == nil)
    #expect(gauge.event(try reading(1_149_999)) == nil)
    #expect(gauge.event(try reading(1_150_000)) == 150_000)
    #expect(gauge.event(try reading(1_150_000)) == nil)
    #expect(gauge.event(try reading(1_299_999)) == nil)
    #expect(gauge.event(try reading(9_000_000)) == 2_000_000)
  }

  @Test func restartedCounterIsNotAnEvent() throws {
    var gauge = try #require(StallGauge(StallTrigger.all[0], reading: try reading(1_000_000)))
    #expect(gauge.event(try reading(10)) == nil)
    #expect(gauge.event(try reading(150_010)) == 150_000)
  }

  @Test func growthIsScaledToTheWindow() throws {
    var gauge = try #require(StallGauge(StallTrigger.all[0], reading: try reading(0)))
    #expect(gauge.look(try reading(149_000), elapsed: 2_000_000) == nil)
    #expect(gauge.look(try reading(299_000), elapsed: 2_000_000) == 150_000)
    #expect(gauge.look(try reading(599_000), elapsed: 8_000_000) == nil)
    #expect(gauge.look(try reading(799_000), elapsed: 500_000) == 200_000)
    #expect(gauge.look(try reading(.max), elapsed: 0) == 2_000_000)
    #expect(gauge.look(try reading(0), elapsed: 0) == nil)
  }

  @Test func gaugeForFullStallsNeedsTheirCounter() throws {
    let some = try #require(StallReading(parsing: Array("some total=5\n".utf8)))
    #expect(StallGauge(StallTrigger.all[2], reading: some) == nil)
    #expect(StallGauge(StallTrigger.all[1], reading: some) != nil)
  }
}
