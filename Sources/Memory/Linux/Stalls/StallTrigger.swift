struct StallTrigger: Sendable, Hashable {
  /// Whether all tasks must stall at the same time; otherwise some of them.
  var all: Bool
  /// In microseconds.
  var threshold: Int
  var level: PressureLevel

  /// In microseconds; without privileges the kernel only accepts multiples of two seconds.
  static let window = 2_000_000

  static let all: [StallTrigger] = [
    StallTrigger(all: false, threshold: 150_000, level: .elevated),
    StallTrigger(all: false, threshold: 400_000, level: .high),
    StallTrigger(all: true, threshold: 200_000, level: .critical),
  ]

  /// The kernel overwrites the last byte with a zero: without our own, the window would lose a
  /// digit.
  var text: [UInt8] {
    Array("\(all ? "full" : "some") \(threshold) \(Self.window)".utf8) + [0]
  }
}
