internal import StageFloor

/// How often something took how long, in steps that double.
///
/// It takes the same half kilobyte however many durations it has counted, and tells any quantile to
/// within a factor of two.
public struct Histogram: Sendable {
  /// Step `n` counts durations from 2ⁿ⁻¹ up to 2ⁿ nanoseconds; step 0 counts zero.
  private var steps = [Int](repeating: 0, count: 64)

  /// How many durations were counted.
  public private(set) var count = 0
  /// All durations together.
  public private(set) var total: Duration = .zero
  /// The longest.
  public private(set) var longest: Duration = .zero

  /// An empty histogram.
  public init() {}

  /// Counts one duration, in nanoseconds.
  mutating func record(nanoseconds: Int64) {
    let value = max(0, nanoseconds)
    steps[min(63, 64 - value.leadingZeroBitCount)] += 1
    count += 1
    total += .nanoseconds(value)
    longest = max(longest, .nanoseconds(value))
  }

  /// The mean, or zero if nothing was counted.
  public var mean: Duration { count == 0 ? .zero : total / count }

  /// A duration that the given share of those counted did not exceed.
  ///
  /// - Parameter share: from 0 to 1; 0.5 asks for the median.
  /// - Returns: a duration that is right up to a factor of two.
  public func quantile(_ share: Double) -> Duration {
    require((0...1).contains(share), "A share lies between 0 and 1; \(share) does not.")
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

extension Histogram: CustomStringConvertible {
  /// How many were counted, and how long they took, as in
  /// `12, median 3 µs, 99 in 100 below 41 µs, longest 40 µs`.
  public var description: String {
    guard count > 0 else { return "none" }
    return """
      \(count), median \(quantile(0.5).rounded), 99 in 100 below \(quantile(0.99).rounded), \
      longest \(longest.rounded)
      """
  }
}
