internal import StagecraftMemory

/// Decides how much a cache may hold after a pass evicted some of it.
///
/// A cache that refills at once makes the next pass necessary, and near a hard limit may be faster
/// than it. So while a level lasts, the cache is limited to what a pass at that level left. When
/// the level falls, the allowance grows: without pressure by 1/32 of the former contents per
/// second, under lesser pressure by a quarter of that.
struct CacheAllowance: Sendable, Hashable {
  private struct Hold: Hashable {
    let level: PressureLevel
    var bytes: Double
    /// The number of bytes held before the first of several passes.
    var extent: Double
    var moment: Int64

    /// Returns whether it still limits the cache.
    mutating func grow(at level: PressureLevel, now: Int64) -> Bool {
      let seconds = Double(max(0, now - moment)) / 1e9
      moment = max(now, moment)
      guard level < self.level else { return true }
      let slowness = level == .normal ? 1 : CacheAllowance.hesitation
      bytes += extent / (CacheAllowance.recovery * slowness) * seconds
      return bytes < extent
    }
  }

  /// The seconds without pressure after which everything is allowed again.
  static let recovery = 32.0
  /// How many times slower that is under lesser pressure.
  static let hesitation = 4.0

  /// At most one for each level: a worse level may end while a lower one lasts for hours.
  private var holds: [Hold] = []

  var isHeld: Bool { !holds.isEmpty }

  mutating func recordPass(at level: PressureLevel, left: Int, of held: Int, now: Int64) {
    let former = holds.firstIndex { $0.level == level }.map { holds.remove(at: $0) }
    holds.append(
      Hold(
        level: level, bytes: min(Double(left), former?.bytes ?? .infinity),
        extent: holds.map(\.extent).reduce(max(Double(held), former?.extent ?? 0), max),
        moment: now))
  }

  /// Nil if no pass limits the cache any more.
  mutating func bytes(at level: PressureLevel, now: Int64) -> Int? {
    var index = holds.startIndex
    while index < holds.endIndex {
      if holds[index].grow(at: level, now: now) { index += 1 } else { holds.remove(at: index) }
    }
    return holds.lazy.map { Int($0.bytes) }.min()
  }
}
