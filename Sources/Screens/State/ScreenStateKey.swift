/// The name and the type of a value that a screen saves.
///
/// ```swift
/// extension ScreenStateKey<String> {
///   static let comment = ScreenStateKey("comment")
/// }
/// ```
///
/// A value saved under this key is encoded at once, and can outlive the process. For values that
/// cannot be encoded, use a ``ScreenTransientKey``.
///
/// The type may be any `Codable` type. In the next version of the app it may have fewer fields, new
/// optional fields, and wider numbers. Bytes are most compact as `[UInt8]`, which is written as it
/// is.
///
/// As in JSON, a nested optional that contains an empty optional reads as nil. Values may be nested
/// 128 levels deep, where an array and a structure in it count as two levels. Deeper values are
/// omitted and reported: the screen then keeps its view.
public struct ScreenStateKey<Value: Codable & Sendable>: Sendable {
  /// The name, unique within a screen.
  public let name: String

  /// Creates a key.
  ///
  /// - Parameter name: The name, unique within a screen, and the same in every version of the app.
  public init(_ name: String) { self.name = name }
}

/// The name and the type of a value that a screen keeps while its view is unloaded, until the
/// process ends.
///
/// The value itself is stored: it is neither encoded nor counted.
public struct ScreenTransientKey<Value: Sendable>: Sendable {
  /// The name, unique among the screen's transient keys; a ``ScreenStateKey`` may have the same
  /// name.
  public let name: String

  /// Creates a key.
  ///
  /// - Parameter name: The name, unique among the screen's transient keys; a ``ScreenStateKey`` may
  ///   have the same name.
  public init(_ name: String) { self.name = name }
}
