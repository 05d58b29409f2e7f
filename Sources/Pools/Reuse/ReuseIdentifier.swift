/// A typed name for a kind of element in a ``ReusePool``.
///
/// Declare one for each kind, in an extension for its type, and refer to it by name:
///
/// ```swift
/// extension ReuseIdentifier where Element == OrderCell {
///   static let orderCell = ReuseIdentifier("order cell")
/// }
///
/// let cell = cells.dequeue(.orderCell)  // an OrderCell
/// ```
///
/// Two identifiers are equal if both name and type are equal. The same name for two types
/// identifies two kinds.
public struct ReuseIdentifier<Element>: Hashable, Sendable, CustomStringConvertible {
  /// The name, for reports and for distinguishing kinds of the same type.
  public let name: String

  /// Creates an identifier.
  ///
  /// - Parameter name: A name that is unique among the kinds of this type.
  public init(_ name: String) { self.name = name }

  /// The name and the type, as in `“order cell” (OrderCell)`.
  public var description: String { "“\(name)” (\(Element.self))" }
}
