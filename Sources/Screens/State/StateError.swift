/// Why a value that was saved cannot be read.
///
/// Two errors are equal if their codes and keys are; the text only explains.
public struct StateError: Error, Sendable {
  /// What went wrong.
  public enum Code: Hashable, Sendable {
    /// What was saved does not make a value of this type: another version of the app wrote it.
    case hasAnotherShape
    /// The bytes are none that were saved.
    case isDamaged
  }

  /// What went wrong.
  public var code: Code
  /// The name of the key.
  public var key: String
  /// What the type, or whoever read the bytes, had to say.
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

extension StateError: Hashable {
  /// Whether both have the same code and key.
  public static func == (left: StateError, right: StateError) -> Bool {
    left.code == right.code && left.key == right.key
  }

  /// Takes the code and the key into account.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(key)
  }
}

extension StateError: CustomStringConvertible {
  /// One sentence.
  public var description: String { "“\(key)” cannot be read: \(reason)" }
}

extension DecodingError {
  /// Where it went wrong, and why.
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
  /// Where it went wrong, and why.
  var sentence: String {
    switch self {
    case .invalidValue(_, let context): return context.debugDescription
    @unknown default: return "\(self)"
    }
  }
}
