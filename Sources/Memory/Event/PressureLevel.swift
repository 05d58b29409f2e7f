/// How short memory is.
///
/// ```swift
/// if pressure.level >= .high { showFewerCovers() }
/// ```
public enum PressureLevel: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// There is enough.
  case normal

  /// Somebody begins to wait for memory: time to give back what costs little to rebuild.
  case elevated

  /// Work is slowed down for want of memory.
  case high

  /// The process, or another in its group, is about to be ended.
  case critical

  /// Whether memory is less short at the first level than at the second.
  public static func < (one: PressureLevel, other: PressureLevel) -> Bool {
    one.rawValue < other.rawValue
  }
}

extension PressureLevel: CustomStringConvertible {
  /// The level in a word.
  public var description: String {
    switch self {
    case .normal: "normal"
    case .elevated: "elevated"
    case .high: "high"
    case .critical: "critical"
    }
  }
}
