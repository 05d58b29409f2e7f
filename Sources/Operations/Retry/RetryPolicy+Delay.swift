internal import StageFloor

extension RetryPolicy {
  /// The delays between attempts.
  ///
  /// No delay exceeds its limit, however many attempts there are.
  public struct Delay: Sendable, Hashable {
    private enum Growth: Hashable {
      case constant
      /// The increment in nanoseconds.
      case linear(Int64)
      case exponential(Double)
      case fibonacci
    }

    /// In nanoseconds.
    private let first: Int64
    private let limit: Int64
    private let growth: Growth

    private init(from first: Duration, upTo limit: Duration, _ growth: Growth) {
      require(first >= .zero, "A delay of \(first) is negative; for no delay, use `.none`.")
      require(
        limit >= first,
        "The longest delay, \(limit), is shorter than the first, \(first): raise `upTo`.")
      self.first = first.wholeNanoseconds
      self.limit = limit.wholeNanoseconds
      self.growth = growth
    }

    /// No delay.
    public static var none: Delay { constant(.zero) }

    /// A constant delay.
    ///
    /// - Parameter delay: The delay.
    /// - Returns: The delays.
    public static func constant(_ delay: Duration) -> Delay {
      Delay(from: delay, upTo: delay, .constant)
    }

    /// A delay that grows by a constant step.
    ///
    /// - Parameters:
    ///   - first: The first delay.
    ///   - step: The increment; `first` if nil.
    ///   - limit: The maximum delay.
    /// - Returns: The delays.
    public static func linear(
      from first: Duration, step: Duration? = nil, upTo limit: Duration = .seconds(60)
    ) -> Delay {
      let step = step ?? first
      require(
        step >= .zero, "The step between delays must be zero or more, not \(step).")
      return Delay(from: first, upTo: limit, .linear(step.wholeNanoseconds))
    }

    /// A delay that is multiplied by a constant factor each time.
    ///
    /// - Parameters:
    ///   - first: The first delay.
    ///   - factor: The factor, at least 1.
    ///   - limit: The maximum delay.
    /// - Returns: The delays.
    public static func exponential(
      from first: Duration, factor: Double = 2, upTo limit: Duration = .seconds(60)
    ) -> Delay {
      require(
        factor >= 1 && factor.isFinite,
        "The factor between delays must be finite and 1 or more, not \(factor).")
      return Delay(from: first, upTo: limit, .exponential(factor))
    }

    /// A delay that grows like the Fibonacci numbers: 1, 1, 2, 3, 5, 8 times the first.
    ///
    /// - Parameters:
    ///   - first: The first delay.
    ///   - limit: The maximum delay.
    /// - Returns: The delays.
    public static func fibonacci(
      from first: Duration, upTo limit: Duration = .seconds(60)
    ) -> Delay {
      Delay(from: first, upTo: limit, .fibonacci)
    }

    /// The delay before a retry, counted from 1.
    func nanoseconds(beforeRetry retry: Int) -> Int64 {
      switch growth {
      case .constant: first
      case .linear(let step): Self.sum(first, Self.product(step, Int64(retry - 1)), limit)
      case .exponential(let factor): exponential(factor, retry - 1)
      case .fibonacci: Self.product(first, Self.fibonacci(retry), limit)
      }
    }

    private func exponential(_ factor: Double, _ exponent: Int) -> Int64 {
      // Zero times infinity would be NaN.
      guard first > 0 else { return 0 }
      let delay = Double(first) * Self.power(factor, exponent)
      return delay < Double(limit) ? Int64(delay) : limit
    }

    /// Computes the power by squaring, so that the cost is logarithmic in the number of attempts.
    private static func power(_ factor: Double, _ exponent: Int) -> Double {
      var result = 1.0
      var square = factor
      var rest = exponent
      while rest > 0 {
        if rest & 1 == 1 { result *= square }
        square *= square
        rest >>= 1
      }
      return result
    }

    /// Saturates at `Int64.max`.
    private static func fibonacci(_ index: Int) -> Int64 {
      var (last, current): (Int64, Int64) = (0, 1)
      for _ in 1..<min(index, 100) { (last, current) = (current, sum(last, current)) }
      return current
    }

    private static func sum(_ left: Int64, _ right: Int64, _ limit: Int64 = .max) -> Int64 {
      let (sum, overflow) = left.addingReportingOverflow(right)
      return overflow ? limit : min(sum, limit)
    }

    private static func product(_ left: Int64, _ right: Int64, _ limit: Int64 = .max) -> Int64 {
      let (product, overflow) = left.multipliedReportingOverflow(by: right)
      return overflow ? limit : min(product, limit)
    }
  }
}
