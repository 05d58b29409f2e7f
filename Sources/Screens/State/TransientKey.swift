/// The name and the type of a value that a screen keeps while its view is unloaded, until the
/// process ends.
///
/// The value itself is stored: it is neither encoded nor counted.
public struct TransientKey<Value: Sendable>: Sendable {
  /// The name, unique among the screen's transient keys; a ``StateKey`` may have the same name.
  public let name: String

  /// Creates a key.
  ///
  /// - Parameter name: The name, unique among the screen's transient keys; a ``StateKey`` may have
  ///   the same name.
  public init(_ name: String) { self.name = name }
}
