/// Decides how much a cache may hold after it gave memory back.
///
/// A cache that fills up again at once makes the next pass necessary, and near a hard limit it may be
/// quicker than the next pass. So while the pressure stands that took something, the cache holds no
/// more than what was left. Once it is less, the allowance grows: in calm by a thirty-second part of
/// what the cache held before, in each second; under lesser pressure by a quarter of that.
struct CacheAllowance: Sendable, Hashable {
  /// A pass took something, and not all of it is allowed again.
  private struct Hold: Hashable {
    /// The lowest level of the passes that took something.
    var level: PressureLevel
    /// How many bytes the cache may hold.
    var bytes: Double
    /// How many it held before the first of several passes.
    var extent: Double
    /// When `bytes` was last brought up to date.
    var moment: Int64
  }

  /// In how many seconds of calm everything is allowed again.
  static let recovery = 32.0
  /// How much slower that is under lesser pressure.
  static let hesitation = 4.0

  private var hold: Hold?

  /// Whether there is an allowance at all.
  var isHeld: Bool { hold != nil }

  /// The cache gives something back.
  ///
  /// - Parameters:
  ///   - level: The level of the pass.
  ///   - left: The bytes that are left.
  ///   - held: The bytes that it held before.
  ///   - now: The time, in nanoseconds.
  mutating func gaveBack(at level: PressureLevel, left: Int, of held: Int, now: Int64) {
    hold = Hold(
      level: min(level, hold?.level ?? level),
      bytes: min(Double(left), hold?.bytes ?? .infinity),
      extent: max(Double(held), hold?.extent ?? 0), moment: now)
  }

  /// How many bytes the cache may hold.
  ///
  /// - Parameters:
  ///   - level: How short memory is.
  ///   - now: The time, in nanoseconds.
  /// - Returns: The bytes; nil if no pass limits the cache any more.
  mutating func bytes(at level: PressureLevel, now: Int64) -> Int? {
    guard var hold else { return nil }
    let seconds = Double(max(0, now - hold.moment)) / 1e9
    hold.moment = max(now, hold.moment)
    if level < hold.level {
      let pace = level == .normal ? Self.recovery : Self.recovery * Self.hesitation
      hold.bytes += hold.extent / pace * seconds
    }
    self.hold = hold.bytes < hold.extent ? hold : nil
    return self.hold.map { Int($0.bytes) }
  }
}
