internal import StageFloor

extension RetryPolicy {
  /// The random variation of delays.
  ///
  /// Jitter only shortens delays, so their limit holds.
  public struct Jitter: Sendable, Hashable {
    /// The random part of a delay, from 0 to 1.
    private let fraction: Double

    private init(_ fraction: Double) { self.fraction = fraction }

    /// No variation.
    public static var none: Jitter { Jitter(0) }

    /// Any duration from zero to the whole delay.
    public static var full: Jitter { Jitter(1) }

    /// Shortens each delay by up to this part: with 0.2, from 80 to 100 percent remain.
    ///
    /// - Parameter fraction: The random part, from 0 to 1.
    /// - Returns: The jitter.
    public static func fraction(_ fraction: Double) -> Jitter {
      require(
        (0...1).contains(fraction),
        "The random part of a delay must be from 0 to 1, not \(fraction).")
      return Jitter(fraction)
    }

    func applied(
      to nanoseconds: Int64, using generator: inout some RandomNumberGenerator
    ) -> Duration {
      guard fraction > 0, nanoseconds > 0 else { return .nanoseconds(nanoseconds) }
      // Rounding to the nearest double may make a large number greater than itself.
      let share = Double(nanoseconds) * fraction
      let longest = share < Double(nanoseconds) ? Int64(share) : nanoseconds
      return .nanoseconds(nanoseconds - Int64.random(in: 0...longest, using: &generator))
    }
  }
}
