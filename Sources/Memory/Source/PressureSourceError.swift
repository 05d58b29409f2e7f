/// Why there is nothing to watch.
public struct PressureSourceError: Error, Sendable, Hashable {
  /// The reason, in words.
  public let reason: String

  /// An error with this reason.
  public init(_ reason: String) { self.reason = reason }
}

extension PressureSourceError: CustomStringConvertible {
  /// The reason, in words.
  public var description: String { reason }
}
