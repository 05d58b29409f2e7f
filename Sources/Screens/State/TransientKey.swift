/// The name and the type of something that a screen keeps while its view is gone, and that ends with
/// the process.
///
/// What is kept under it is neither coded nor counted: it is the value itself.
public struct TransientKey<Value: Sendable>: Sendable {
  /// The name, unique within a screen, apart from those of its ``StateKey``s.
  public let name: String

  /// A key.
  ///
  /// - Parameter name: unique within a screen, apart from those of its ``StateKey``s.
  public init(_ name: String) { self.name = name }
}
