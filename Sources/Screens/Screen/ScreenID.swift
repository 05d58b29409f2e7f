internal import Synchronization

/// Tells screens apart, within one process, for as long as it runs.
public struct ScreenID: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)

  private let number: UInt64

  /// Another one than all before.
  init() { number = Self.last.add(1, ordering: .relaxed).newValue }

  /// The one with this number, for machines that are tested without screens.
  init(number: UInt64) { self.number = number }
}

extension ScreenID: Comparable {
  /// Whether the first screen was made before the second.
  public static func < (one: ScreenID, other: ScreenID) -> Bool { one.number < other.number }
}

extension ScreenID: CustomStringConvertible {
  /// The number behind a number sign.
  public var description: String { "#\(number)" }
}
