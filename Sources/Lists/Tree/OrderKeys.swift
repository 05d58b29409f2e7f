/// How order keys are dealt: numbers that rise along the list, with room between them.
@usableFromInline
enum OrderKeys {
  /// The room that an element at either end leaves to its neighbour.
  @inlinable static var step: UInt64 { 1 << 32 }

  /// A key between two others, of which either may be missing; nil if there is no room.
  ///
  /// - Parameters:
  ///   - low: the key before.
  ///   - high: the key after.
  ///   - run: the latest insertions and this one, which decide to which side the new key keeps.
  /// - Returns: the key.
  @inlinable
  static func between(_ low: UInt64?, _ high: UInt64?, run: KeyRun) -> UInt64? {
    switch (low, high) {
    case (nil, nil): return 1 << 63
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

  /// A key beside a row that came lately, where another run of insertions may be under way.
  ///
  /// The share of the room that the latest insertion of that run took can be read from the keys:
  /// this one takes a smaller one, as ``KeyRun`` says.
  ///
  /// - Parameters:
  ///   - near: the key of that row.
  ///   - far: the key on the other side of the new one.
  ///   - beyond: the key on the other side of that row; nil if it is not known.
  /// - Returns: the key; nil if there is no room.
  @inlinable
  static func between(near: UInt64, far: UInt64, beyond: UInt64?) -> UInt64? {
    let room = near < far ? far - near : near - far
    if room < 2 { return nil }
    var divisor: UInt64 = 4
    if let beyond {
      let taken = near < beyond ? beyond - near : near - beyond
      // Of the room before it, the latest insertion took one part of `room / taken + 1`.
      divisor += min(room / taken, 1 << 32) + 1
    }
    let share = max(1, room / divisor)
    return near < far ? near + share : near - share
  }
}

/// What the latest insertions have in common, from which the place of the next one is guessed.
///
/// An insertion between two keys divides their room. Dividing it in halves uses up 32 bits of room
/// in 32 insertions at one place, and then other rows need new keys. But insertions at one place are
/// mostly a run upwards or downwards, or they close in from both sides. So the longer such a pattern
/// has lasted, the smaller is the share of the room that one insertion takes, on the side at which
/// nothing more is expected: the `n`th takes less than a `4n`th. The product of what all of them
/// leave falls no faster than the fourth root of `n`, so a million insertions leave a thirtieth of
/// the room. A pattern that ends halves the room once.
///
/// Of several patterns at several places in turn, none is seen here, but they leave rows behind that
/// came lately: see ``ListTree/key(at:in:before:version:)``.
@frozen
@usableFromInline
struct KeyRun: Sendable {
  /// What an insertion has to do with the one before.
  @frozen
  @usableFromInline
  enum Pattern: UInt8, Sendable {
    /// Nothing.
    case none
    /// It stands right after it.
    case up
    /// It stands right before it.
    case down
    /// It stands between the two before.
    case inward
  }

  /// The key of the latest insertion.
  @usableFromInline var latest: UInt64
  /// The key of the insertion before that.
  @usableFromInline var earlier: UInt64 = 0
  @usableFromInline var pattern = Pattern.none
  /// How many insertions in a row had the same pattern as the one before them.
  @usableFromInline var length: UInt32 = 0

  @inlinable
  init(latest: UInt64 = 0) { self.latest = latest }

  /// Notes where the next insertion goes, before it gets its key.
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

  /// Notes the key that the insertion got.
  @inlinable
  @inline(__always)
  mutating func advance(to key: UInt64) {
    earlier = latest
    latest = key
  }

  /// Which part of the room the noted insertion takes, as a power of two.
  @inlinable var shift: UInt64 {
    @inline(__always) get { length == 0 ? 1 : UInt64(34 - length.leadingZeroBitCount) }
  }

  /// Whether the noted insertion keeps to the key after it: what comes next is expected before it.
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
