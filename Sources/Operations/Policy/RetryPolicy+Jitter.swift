internal import StageFloor

extension RetryPolicy {
  /// By how much delays vary.
  ///
  /// Jitter only shortens them, so that their limit holds.
  public struct Jitter: Sendable, Hashable {
    /// Which part of a delay is left to chance, from 0 to 1.
    private let fraction: Double

    private init(_ fraction: Double) { self.fraction = fraction }

    /// Delays are as they are.
    public static var none: Jitter { Jitter(0) }

    /// Any time from nothing to the whole delay.
    public static var full: Jitter { Jitter(1) }

    /// Up to this part of a delay is left out: with 0.2, from 80 to 100 percent remain.
    public static func fraction(_ fraction: Double) -> Jitter {
      require(
        (0...1).contains(fraction),
        "The part of a delay that is left to chance is from 0 to 1, not \(fraction).")
      return Jitter(fraction)
    }

    func applied(
      to nanoseconds: Int64, using generator: inout some RandomNumberGenerator
    ) -> Duration {
      guard fraction > 0, nanoseconds > 0 else { return .nanoseconds(nanoseconds) }
      // A large number, rounded to the next double, may be larger than itself.
      let share = Double(nanoseconds) * fraction
      let longest = share < Double(nanoseconds) ? Int64(share) : nanoseconds
      return .nanoseconds(nanoseconds - Int64.random(in: 0...longest, using: &generator))
    }
  }
}
