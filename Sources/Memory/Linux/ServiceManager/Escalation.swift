/// Derives pressure levels from notifications that have only one.
///
/// A notification that is repeated soon means that the response did not help. One within a few
/// seconds of the last therefore raises the level by one, but not more than once a second: the
/// response needs time to take effect.
struct Escalation: Equatable {
  /// The time after an event within which another one counts as a repetition.
  static let memory: Int64 = 5_000_000_000
  static let step: Int64 = 1_000_000_000

  private var level = PressureLevel.normal
  private var lastEvent: Int64 = 0
  private var lastStep: Int64 = 0

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
