internal import Synchronization

/// The identity of a screen, unique within the process.
public struct ScreenID: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)

  package let number: UInt64

  init() { number = Self.last.add(1, ordering: .relaxed).newValue }

  /// For machines that are tested without screens.
  init(number: UInt64) { self.number = number }
}

extension ScreenID: Comparable {
  /// Returns whether the first screen was created before the second.
  ///
  /// - Parameters:
  ///   - one: The identity of a screen.
  ///   - other: The identity of another screen.
  /// - Returns: Whether `one` was created first.
  public static func < (one: ScreenID, other: ScreenID) -> Bool { one.number < other.number }
}

extension ScreenID: CustomStringConvertible {
  /// The number after a number sign.
  public var description: String { "#\(number)" }
}
