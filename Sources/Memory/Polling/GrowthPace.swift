/// Decides when to look again at a use that may grow towards a limit.
///
/// Between two looks, the use must not take a quarter of the room that is left: neither at the speed
/// that was last measured, nor at that of a burst, which can begin at any moment. So a growth of two
/// gibibytes in a second is seen before the limit as long as more than 52 MiB of room are left in
/// calm, or 10 MiB while it grows.
struct GrowthPace: Sendable, Hashable {
  /// The growth to expect out of calm, in bytes a second.
  private static let burst = Double(1 << 30)
  /// The longest time between two looks.
  static let longest: Int64 = 1_000_000_000
  /// The shortest time between two looks while the use hardly grows.
  static let shortestInCalm: Int64 = 25_000_000
  /// The shortest time between two looks; the watch thread has no shorter one.
  static let shortest: Int64 = 5_000_000
  /// The time between two looks while the use stands above the limit and hardly grows.
  static let aboveLimit: Int64 = 100_000_000
  /// The growth that is calm, in bytes a second.
  private static let calm = Double(64 << 20)

  private struct Look: Hashable {
    var moment: Int64
    var used: Int
  }

  private var last: Look?
  /// The measured growth, in bytes a second.
  private var rate = 0.0

  /// The use was looked at.
  ///
  /// - Parameters:
  ///   - used: The bytes in use.
  ///   - limit: The limit.
  ///   - now: The time, in nanoseconds.
  /// - Returns: The time until the next look, in nanoseconds.
  mutating func interval(used: Int, limit: Int, now: Int64) -> Int64 {
    if let last {
      let seconds = Double(max(1, now - last.moment)) / 1e9
      let latest = max(0, Double(used) - Double(last.used)) / seconds
      // One look without growth, in the middle of a growth, does not make it slow.
      rate = max(latest, rate / 2)
    }
    last = Look(moment: now, used: used)
    let isCalm = rate < Self.calm
    let room = Double(limit) - Double(used)
    guard room > 0 else { return isCalm ? Self.aboveLimit : Self.shortest }
    let seconds = room / 4 / max(Self.burst, rate)
    let bound = isCalm ? Self.shortestInCalm : Self.shortest
    return max(bound, Int64(min(seconds * 1e9, Double(Self.longest))))
  }
}
