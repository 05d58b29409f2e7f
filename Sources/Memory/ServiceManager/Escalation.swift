/// Makes degrees out of events that know only one.
///
/// Who says the same again soon was not helped by what was done about it. An event within a few
/// seconds of the last one is therefore worse by one level, but not more than once in a second:
/// something must have had the time to help.
struct Escalation: Equatable {
  /// Within this time after an event another one counts as said again.
  static let memory: Int64 = 5_000_000_000
  /// How long one level holds at least.
  static let step: Int64 = 1_000_000_000

  private var level = PressureLevel.normal
  private var lastEvent: Int64 = 0
  private var lastStep: Int64 = 0

  /// There was an event.
  ///
  /// - Parameter now: when, in nanoseconds.
  /// - Returns: how bad that is.
  mutating func event(now: Int64) -> PressureLevel {
    if level == .normal || now - lastEvent > Self.memory {
      level = .elevated
      lastStep = now
    } else if now - lastStep >= Self.step {
      level = PressureLevel(rawValue: level.rawValue + 1) ?? .critical
      lastStep = now
    }
    lastEvent = now
    return level
  }
}
