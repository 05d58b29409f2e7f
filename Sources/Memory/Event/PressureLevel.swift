/// How short memory is.
///
/// ```swift
/// if pressure.level >= .high { showFewerCovers() }
/// ```
public enum PressureLevel: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// There is enough memory.
  case normal

  /// Tasks begin to wait for memory: time to release what is cheap to rebuild.
  case elevated

  /// Work is slowed down by the lack of memory.
  case high

  /// The process, or another in its cgroup, is about to be killed.
  case critical

  /// Returns whether the first level is less severe than the second.
  ///
  /// - Parameters:
  ///   - one: A level.
  ///   - other: Another level.
  /// - Returns: Whether the first level is less severe.
  public static func < (one: PressureLevel, other: PressureLevel) -> Bool {
    one.rawValue < other.rawValue
  }
}

extension PressureLevel: CustomStringConvertible {
  /// The level as a word.
  public var description: String {
    switch self {
    case .normal: "normal"
    case .elevated: "elevated"
    case .high: "high"
    case .critical: "critical"
    }
  }
}
