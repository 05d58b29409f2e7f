internal import StagecraftMemory

/// Decides how much a cache may hold after it gave memory back.
///
/// A cache that fills up again at once makes the next pass necessary, and near a hard limit it may be
/// quicker than the next pass. So while a level stands, the cache holds no more than what a pass at
/// that level left. Once the level is lower, the allowance grows: in calm by a thirty-second part of
/// what the cache held before, in each second; under lesser pressure by a quarter of that.
struct CacheAllowance: Sendable, Hashable {
  /// A pass took something, and not all of it is allowed again.
  private struct Hold: Hashable {
    /// The level of the passes that took something.
    let level: PressureLevel
    /// How many bytes the cache may hold.
    var bytes: Double
    /// How many it held before the first of several passes.
    var extent: Double
    /// When `bytes` was last brought up to date.
    var moment: Int64

    /// Brings the bytes up to date.
    ///
    /// - Returns: Whether the cache is still held by it.
    mutating func grow(at level: PressureLevel, now: Int64) -> Bool {
      let seconds = Double(max(0, now - moment)) / 1e9
      moment = max(now, moment)
      guard level < self.level else { return true }
      let slowness = level == .normal ? 1 : CacheAllowance.hesitation
      bytes += extent / (CacheAllowance.recovery * slowness) * seconds
      return bytes < extent
    }
  }

  /// In how many seconds of calm everything is allowed again.
  static let recovery = 32.0
  /// How much slower that is under lesser pressure.
  static let hesitation = 4.0

  /// One at most for each level: a worse one may end, and the lesser stand for hours.
  private var holds: [Hold] = []

  /// Whether there is an allowance at all.
  var isHeld: Bool { !holds.isEmpty }

  /// The cache gives something back.
  ///
  /// - Parameters:
  ///   - level: The level of the pass.
  ///   - left: The bytes that are left.
  ///   - held: The bytes that it held before.
  ///   - now: The time, in nanoseconds.
  mutating func gaveBack(at level: PressureLevel, left: Int, of held: Int, now: Int64) {
    let former = holds.firstIndex { $0.level == level }.map { holds.remove(at: $0) }
    holds.append(
      Hold(
        level: level, bytes: min(Double(left), former?.bytes ?? .infinity),
        extent: holds.map(\.extent).reduce(max(Double(held), former?.extent ?? 0), max),
        moment: now))
  }

  /// How many bytes the cache may hold.
  ///
  /// - Parameters:
  ///   - level: How short memory is.
  ///   - now: The time, in nanoseconds.
  /// - Returns: The bytes; nil if no pass limits the cache any more.
  mutating func bytes(at level: PressureLevel, now: Int64) -> Int? {
    var index = holds.startIndex
    while index < holds.endIndex {
      if holds[index].grow(at: level, now: now) { index += 1 } else { holds.remove(at: index) }
    }
    return holds.lazy.map { Int($0.bytes) }.min()
  }
}
