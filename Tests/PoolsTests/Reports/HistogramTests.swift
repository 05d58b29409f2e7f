import Testing

@testable import StagecraftPools

struct HistogramTests {
  @Test func theTotalIsExactBeyondTheRangeOf64Bits() {
    var histogram = PoolSnapshot.Histogram()
    for _ in 0..<3 { histogram.record(nanoseconds: .max) }
    histogram.record(nanoseconds: 5)
    histogram.record(nanoseconds: -5)
    let longest = Duration.nanoseconds(Int64.max)
    #expect(histogram.count == 5)
    #expect(histogram.total == longest + longest + longest + .nanoseconds(5))
    #expect(histogram.longest == longest)
  }
}
