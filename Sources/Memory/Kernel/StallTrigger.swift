/// For how long tasks must have stood still within a window, and how bad that is.
struct StallTrigger: Sendable, Hashable {
  /// Whether all tasks at once; else some of them.
  var all: Bool
  /// For how long, in microseconds.
  var threshold: Int
  /// What level it suggests.
  var level: PressureLevel

  /// Within which time, in microseconds.
  ///
  /// Without privileges the kernel only takes multiples of two seconds.
  static let window = 2_000_000

  /// From the least to the worst.
  static let all: [StallTrigger] = [
    StallTrigger(all: false, threshold: 150_000, level: .elevated),
    StallTrigger(all: false, threshold: 400_000, level: .high),
    StallTrigger(all: true, threshold: 200_000, level: .critical),
  ]

  /// What is written to the pressure file to be told.
  ///
  /// The kernel puts a zero in the place of the last byte, whatever that is: without one of our own
  /// the window would lose its last digit.
  var text: [UInt8] {
    Array("\(all ? "full" : "some") \(threshold) \(Self.window)".utf8) + [0]
  }
}
