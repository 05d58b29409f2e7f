/// An error that explains why a saved value cannot be read.
///
/// Two errors are equal if their codes and keys are; the reason is only an explanation.
public struct ScreenStateError: Error, Sendable {
  /// The kind of an error.
  public enum Code: Hashable, Sendable {
    /// The saved value cannot be decoded as this type: another version of the app wrote it.
    case hasAnotherShape
    /// The bytes are damaged.
    case isDamaged
  }

  /// The kind of the error.
  public var code: Code
  /// The name of the key.
  public var key: String
  /// The explanation of the type's decoder, or of the reader of the bytes.
  public var reason: String

  init(_ error: any Error, key: String) {
    self.key = key
    switch error {
    case let damage as StateDamage: (code, reason) = (.isDamaged, damage.reason)
    case let error as DecodingError: (code, reason) = (.hasAnotherShape, error.sentence)
    default: (code, reason) = (.hasAnotherShape, "\(error)")
    }
  }
}

extension ScreenStateError: Hashable {
  /// Returns whether both errors have the same code and key.
  ///
  /// - Parameters:
  ///   - left: An error.
  ///   - right: Another error.
  /// - Returns: Whether they are equal.
  public static func == (left: ScreenStateError, right: ScreenStateError) -> Bool {
    left.code == right.code && left.key == right.key
  }

  /// Hashes the code and the key.
  ///
  /// - Parameter hasher: The hasher to use.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(key)
  }
}

extension ScreenStateError: CustomStringConvertible {
  /// A sentence that describes the error.
  public var description: String { "“\(key)” cannot be read: \(reason)" }
}

extension DecodingError {
  fileprivate var sentence: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      guard !context.codingPath.isEmpty else { return context.debugDescription }
      let place = context.codingPath.map(\.stringValue).joined(separator: ".")
      return "\(context.debugDescription) (at \(place))"
    @unknown default: return "\(self)"
    }
  }
}

extension EncodingError {
  var sentence: String {
    switch self {
    case .invalidValue(_, let context): return context.debugDescription
    @unknown default: return "\(self)"
    }
  }
}
