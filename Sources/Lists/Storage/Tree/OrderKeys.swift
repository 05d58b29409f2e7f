/// The assignment of order keys: numbers that increase along the list, with room between them.
@usableFromInline
enum OrderKeys {
  /// The distance of a new element at either end from the nearest key.
  @inlinable static var step: UInt64 { 1 << 32 }
  @inlinable static var middle: UInt64 { 1 << 63 }

  /// Close to the side that the pattern of insertions determines; nil if there is no room.
  @inlinable
  static func between(_ low: UInt64?, _ high: UInt64?, run: KeyRun) -> UInt64? {
    switch (low, high) {
    case (nil, nil): return middle
    case (let low?, nil):
      let (key, overflows) = low.addingReportingOverflow(step)
      if !overflows { return key }
      let room = UInt64.max - low
      return room == 0 ? nil : low + max(1, room / 16)
    case (nil, let high?):
      let (key, overflows) = high.subtractingReportingOverflow(step)
      if !overflows { return key }
      return high == 0 ? nil : high - max(1, high / 16)
    case (let low?, let high?):
      let room = high - low
      if room < 2 { return nil }
      let share = max(1, room &>> run.shift)
      return run.keepsToTheHigh(low: low, high: high) ? high - share : low + share
    }
  }

  /// Returns a key between a recent row and `far`, where another run of insertions may be in
  /// progress; `beyond` is the key on the other side of the recent row, if it is known.
  ///
  /// The share of the room that the latest insertion of that run has taken can be derived from the
  /// keys. This insertion takes a smaller share, as described in ``KeyRun``.
  @inlinable
  static func between(near: UInt64, far: UInt64, beyond: UInt64?) -> UInt64? {
    let room = near < far ? far - near : near - far
    if room < 2 { return nil }
    var divisor: UInt64 = 4
    if let beyond {
      let taken = near < beyond ? beyond - near : near - beyond
      // The latest insertion took `1 / (room / taken + 1)` of the room before it.
      divisor += min(room / taken, 1 << 32) + 1
    }
    let share = max(1, room / divisor)
    return near < far ? near + share : near - share
  }
}

/// The pattern of the latest insertions, which predicts the place of the next one.
///
/// An insertion between two keys divides the room between them. Halving uses up 32 bits of room in
/// 32 insertions at one place, and then other rows need new keys. But insertions at one place are
/// usually an ascending or descending run, or they approach each other from both sides. So the
/// longer such a pattern has lasted, the smaller is the share of the room that one insertion takes,
/// on the side where no more insertions are expected: the `n`th takes less than a `4n`th. The
/// product of the remaining shares decreases no faster than the fourth root of `n`, so a million
/// insertions leave a thirtieth of the room. When a pattern ends, the room is halved once.
///
/// If several patterns at several places alternate, this detects none of them, but they leave
/// recently inserted rows behind: see ``ListTree/key(at:in:before:version:)``.
@frozen
@usableFromInline
struct KeyRun: Sendable {
  @frozen
  @usableFromInline
  enum Pattern: UInt8, Sendable {
    case none
    /// Immediately after the previous one.
    case up
    /// Immediately before the previous one.
    case down
    /// Between the two previous ones.
    case inward
  }

  @usableFromInline var latest: UInt64
  @usableFromInline var earlier: UInt64 = 0
  @usableFromInline var pattern = Pattern.none
  /// How many consecutive insertions have had the same pattern as the one before them.
  @usableFromInline var length: UInt32 = 0

  @inlinable
  init(latest: UInt64 = 0) { self.latest = latest }

  /// Records the place of the next insertion, before it is assigned a key.
  @inlinable
  @inline(__always)
  mutating func note(low: UInt64?, high: UInt64?) {
    let next: Pattern
    if low == latest {
      next = high == earlier ? .inward : .up
    } else if high == latest {
      next = low == earlier ? .inward : .down
    } else {
      next = .none
    }
    length = next == pattern && next != .none ? length &+ 1 : 0
    pattern = next
  }

  @inlinable
  @inline(__always)
  mutating func advance(to key: UInt64) {
    earlier = latest
    latest = key
  }

  /// The share of the room that the recorded insertion takes, as a negative power of two.
  @inlinable var shift: UInt64 {
    @inline(__always) get { length == 0 ? 1 : UInt64(34 - length.leadingZeroBitCount) }
  }

  @inlinable
  @inline(__always)
  func keepsToTheHigh(low: UInt64, high: UInt64) -> Bool {
    switch pattern {
    case .none, .up: false
    case .down: true
    case .inward: low == latest
    }
  }
}
