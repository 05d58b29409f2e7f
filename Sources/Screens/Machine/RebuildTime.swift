/// The median of the last three creations (of two, the shorter: a delay only lengthens), and the
/// time of the last, in 16 bytes, because each screen stores one.
struct RebuildTime {
  /// In nanoseconds, the last first; 0 if there was none.
  private var samples: (Float, Float, Float) = (0, 0, 0)
  /// The time of the last creation, in ``ticks(_:)``.
  private var end: UInt32 = 0

  mutating func add(from start: Int64, to end: Int64) {
    let duration = max(1, min(end &- start, .max / 2))
    samples = (Float(duration), samples.0, samples.1)
    self.end = Self.ticks(end)
  }

  /// In nanoseconds; 0 if there was no creation.
  var estimate: Int64 {
    let (last, second, third) = samples
    let (less, more) = (min(last, second), max(last, second))
    if second == 0 { return Int64(last) }
    return Int64(third == 0 ? less : max(less, min(more, third)))
  }

  /// The time since the last creation, exact to a fifteenth of a second.
  func age(at now: Int64) -> Int64? {
    samples.0 == 0 ? nil : Int64(Self.ticks(now) &- end) << Self.tickBits
  }

  private static let tickBits: Int64 = 26

  /// A time in units of 67 milliseconds, which begin again after nine years.
  private static func ticks(_ time: Int64) -> UInt32 {
    UInt32(truncatingIfNeeded: time >> tickBits)
  }
}
