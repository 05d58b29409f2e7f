/// Decides when to poll a use again that may grow towards a limit.
///
/// Between two polls, the use must not consume a quarter of the remaining room: neither at the rate
/// that was last measured, nor at that of a burst, which can begin at any moment. So a growth of
/// two gibibytes a second is detected before the limit as long as more than 52 MiB of room are left
/// when it begins from a stable use, or 10 MiB while it grows.
struct GrowthPace: Sendable, Hashable {
  /// The growth to expect from a stable use, in bytes per second.
  private static let burst = Double(1 << 30)
  static let longest: Int64 = 1_000_000_000
  static let shortestInCalm: Int64 = 25_000_000
  /// The shortest time between two polls; the watch thread does not support a shorter one.
  static let shortest: Int64 = 5_000_000
  /// The time between two polls while the use is above the limit and stable.
  static let aboveLimit: Int64 = 100_000_000
  /// The growth up to which the use counts as stable, in bytes per second.
  private static let calm = Double(64 << 20)

  private struct Look: Hashable {
    var moment: Int64
    var used: Int
  }

  private var last: Look?
  /// In bytes per second.
  private var rate = 0.0

  mutating func interval(used: Int, limit: Int, now: Int64) -> Int64 {
    if let last {
      let seconds = Double(max(1, now - last.moment)) / 1e9
      let latest = max(0, Double(used) - Double(last.used)) / seconds
      // A single poll without growth, within a longer growth, does not slow the polling down.
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
