#if SQLite || PostgreSQL
internal import StagecraftSharedPools

extension Duration {
  /// The duration in whole nanoseconds, at most some decades.
  package var nanoseconds: Int64 {
    let (product, overflow) = microseconds.multipliedReportingOverflow(by: 1_000)
    if overflow { return self < .zero ? .min / 4 : .max / 4 }
    return max(.min / 4, min(product, .max / 4))
  }
}

extension Int64 {
  package func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
#endif
