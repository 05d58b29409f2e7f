/// The name and the type of something that a screen saves.
///
/// ```swift
/// extension StateKey<String> {
///   static let comment = StateKey("comment")
/// }
/// ```
///
/// What is saved under it is written down as bytes at once, and can outlive the process. What cannot
/// be coded has a ``TransientKey``.
///
/// The type may be any that is `Codable`. In the next version of the app it may have lost fields, and
/// have new ones that are optional; numbers may have become wider. Bytes are cheapest as `[UInt8]`,
/// which are written as they are.
///
/// As in JSON, an optional in an optional that is there and empty reads as nil. Values may be in each
/// other 128 deep, where an array and a structure in it count as two. What is deeper is left out, and
/// that is told: the screen then keeps its view.
public struct StateKey<Value: Codable & Sendable>: Sendable {
  /// The name, unique within a screen.
  public let name: String

  /// A key.
  ///
  /// - Parameter name: unique within a screen, and the same in each version of the app.
  public init(_ name: String) { self.name = name }
}
