/// An error that explains why state cannot be written to a file, or read from it.
///
/// Two errors are equal if their codes are; the reason is only an explanation.
public struct ScreenStateFileError: Error, Sendable {
  /// The kind of an error.
  public enum Code: Hashable, Sendable {
    /// The disk is full, or the user's quota or the maximum size of a file is exceeded.
    case noSpace
    /// The process lacks the permission.
    case notPermitted
    /// Another error of the system: see ``ScreenStateFileError/systemCode``.
    case failed
    /// The path does not name a regular file.
    case isNoFile
    /// The bytes are damaged or incomplete.
    case isDamaged
    /// The app's migration threw an error.
    case cannotBeMigrated
    /// The archive cannot be encoded.
    case cannotBeEncoded
  }

  /// The kind of the error.
  public var code: Code
  /// The system's error number, as in `errno`; nil for other errors.
  public var systemCode: Int32?
  /// What was attempted, and why it failed.
  public var reason: String

  init(_ code: Code, systemCode: Int32? = nil, _ reason: String = "") {
    self.code = code
    self.systemCode = systemCode
    self.reason = reason
  }

  /// The disk is full, or the user's quota or the maximum size of a file is exceeded.
  public static var noSpace: ScreenStateFileError { ScreenStateFileError(.noSpace) }
  /// The process lacks the permission.
  public static var notPermitted: ScreenStateFileError { ScreenStateFileError(.notPermitted) }
  /// Another error of the system.
  public static var failed: ScreenStateFileError { ScreenStateFileError(.failed) }
  /// The path does not name a regular file.
  public static var isNoFile: ScreenStateFileError { ScreenStateFileError(.isNoFile) }
  /// The bytes are damaged or incomplete.
  public static var isDamaged: ScreenStateFileError { ScreenStateFileError(.isDamaged) }
  /// The app's migration threw an error.
  public static var cannotBeMigrated: ScreenStateFileError {
    ScreenStateFileError(.cannotBeMigrated)
  }
  /// The archive cannot be encoded.
  public static var cannotBeEncoded: ScreenStateFileError { ScreenStateFileError(.cannotBeEncoded) }

  static func damaged(_ reason: String) -> ScreenStateFileError {
    ScreenStateFileError(.isDamaged, reason)
  }

  /// Returns whether `error` is a state file error with the same code.
  ///
  /// - Parameters:
  ///   - pattern: A state file error, such as ``noSpace``.
  ///   - error: The error to match.
  /// - Returns: Whether `error` matches.
  public static func ~= (pattern: ScreenStateFileError, error: any Error) -> Bool {
    (error as? ScreenStateFileError)?.code == pattern.code
  }
}

extension ScreenStateFileError: Hashable {
  /// Returns whether both errors have the same code.
  ///
  /// - Parameters:
  ///   - left: An error.
  ///   - right: Another error.
  /// - Returns: Whether they are equal.
  public static func == (left: ScreenStateFileError, right: ScreenStateFileError) -> Bool {
    left.code == right.code
  }

  /// Hashes the code.
  ///
  /// - Parameter hasher: The hasher to use.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension ScreenStateFileError: CustomStringConvertible {
  /// A sentence that describes the error, with the system's own message if there is one.
  public var description: String { reason.isEmpty ? "\(code)" : reason }
}
