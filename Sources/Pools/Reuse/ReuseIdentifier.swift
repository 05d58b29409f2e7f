/// Names a kind of element in a ``ReusePool``, and knows its type.
///
/// Declare one for each kind, in an extension for its type, and refer to it by its name alone:
///
/// ```swift
/// extension ReuseIdentifier where Element == OrderCell {
///   static let orderCell = ReuseIdentifier("order cell")
/// }
///
/// let cell = cells.dequeue(.orderCell)  // an OrderCell
/// ```
///
/// Two identifiers are equal if name and type are. The same name for two types names two kinds.
public struct ReuseIdentifier<Element>: Hashable, Sendable, CustomStringConvertible {
  /// The name, for reports and for telling kinds of the same type apart.
  public let name: String

  /// Makes an identifier.
  ///
  /// - Parameter name: a name that no other kind of this type has.
  public init(_ name: String) { self.name = name }

  /// The name and the type, as in `“order cell” (OrderCell)`.
  public var description: String { "“\(name)” (\(Element.self))" }
}
