internal import StageFloor

extension PoolSnapshot {
  /// A histogram of durations, in buckets that double in width.
  ///
  /// Its size is half a kilobyte, however many durations it counts. Each quantile is accurate to a
  /// factor of two.
  public struct Histogram: Sendable {
    /// Bucket `n` counts durations from 2ⁿ⁻¹ up to 2ⁿ nanoseconds; bucket 0 counts zero.
    private var steps = [Int](repeating: 0, count: 64)

    /// The number of durations counted.
    public private(set) var count = 0
    // Whole nanoseconds: with `Duration`, whose sums have 128 bits, counting would take twice as
    // long.
    private var sum: Int64 = 0
    private var longestNanoseconds: Int64 = 0
    /// What no longer fits into `sum`.
    private var carried: Duration = .zero
    /// The sum of all durations.
    public var total: Duration { carried + .nanoseconds(sum) }
    /// The longest duration.
    public var longest: Duration { .nanoseconds(longestNanoseconds) }

    /// Creates an empty histogram.
    public init() {}

    package mutating func record(nanoseconds: Int64) {
      let value = max(0, nanoseconds)
      steps[min(63, 64 - value.leadingZeroBitCount)] += 1
      count += 1
      longestNanoseconds = max(longestNanoseconds, value)
      let (total, overflow) = sum.addingReportingOverflow(value)
      if overflow { carried += .nanoseconds(sum) }
      sum = overflow ? value : total
    }

    /// The mean duration, or zero if the histogram is empty.
    public var mean: Duration { count == 0 ? .zero : total / count }

    /// Returns a duration that the given share of the counted durations did not exceed.
    ///
    /// - Parameter share: The share, from 0 to 1; 0.5 is the median.
    /// - Returns: A duration that is accurate to a factor of two.
    public func quantile(_ share: Double) -> Duration {
      require((0...1).contains(share), "A share must be between 0 and 1, not \(share).")
      let wanted = Int((Double(count) * share).rounded(.up))
      var seen = 0
      for (step, inStep) in steps.enumerated() {
        seen += inStep
        if seen >= wanted, seen > 0 {
          return min(longest, .nanoseconds(step == 0 ? 0 : Int64(1) << min(step, 62)))
        }
      }
      return longest
    }
  }
}

extension PoolSnapshot.Histogram: CustomStringConvertible {
  /// The count and the durations, as in `12, median 3 µs, 99 % below 41 µs, longest 40 µs`.
  public var description: String {
    guard count > 0 else { return "none" }
    return """
      \(count), median \(quantile(0.5).rounded), 99 % below \(quantile(0.99).rounded), \
      longest \(longest.rounded)
      """
  }
}
