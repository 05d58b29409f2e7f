/// The reason why a source has nothing to watch.
public struct PressureSourceError: Error, Sendable, Hashable {
  /// The reason, in words.
  public let reason: String

  /// Creates an error.
  ///
  /// - Parameter reason: The reason, in words.
  public init(_ reason: String) { self.reason = reason }
}

extension PressureSourceError: CustomStringConvertible {
  /// The reason, in words.
  public var description: String { reason }
}
