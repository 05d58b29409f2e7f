/// Why state cannot be written to a file, or read from it.
///
/// Two errors are equal if their codes are; the rest explains.
public struct StateFileError: Error, Sendable {
  /// What went wrong.
  public enum Code: Hashable, Sendable {
    /// The disk, the user's share of it, or the size of a file is at its end.
    case noSpace
    /// The process may not do this.
    case notPermitted
    /// The system has another reason: see ``StateFileError/systemCode``.
    case failed
    /// There is something at the path that is no file.
    case isNoFile
    /// The bytes are none that were written, or not all.
    case isDamaged
    /// The app's own closure could not bring the file up to date.
    case cannotBeMigrated
    /// What is to be written cannot be encoded.
    case cannotBeEncoded
  }

  /// What went wrong.
  public var code: Code
  /// The system's number for it, as in `errno`; nil if it was not the system.
  public var systemCode: Int32?
  /// What was tried, and why it went wrong.
  public var reason: String

  init(_ code: Code, systemCode: Int32? = nil, _ reason: String = "") {
    self.code = code
    self.systemCode = systemCode
    self.reason = reason
  }

  /// The disk, the user's share of it, or the size of a file is at its end.
  public static var noSpace: StateFileError { StateFileError(.noSpace) }
  /// The process may not do this.
  public static var notPermitted: StateFileError { StateFileError(.notPermitted) }
  /// The system has another reason.
  public static var failed: StateFileError { StateFileError(.failed) }
  /// There is something at the path that is no file.
  public static var isNoFile: StateFileError { StateFileError(.isNoFile) }
  /// The bytes are none that were written, or not all.
  public static var isDamaged: StateFileError { StateFileError(.isDamaged) }
  /// The app's own closure could not bring the file up to date.
  public static var cannotBeMigrated: StateFileError { StateFileError(.cannotBeMigrated) }
  /// What is to be written cannot be encoded.
  public static var cannotBeEncoded: StateFileError { StateFileError(.cannotBeEncoded) }

  static func damaged(_ reason: String) -> StateFileError { StateFileError(.isDamaged, reason) }

  /// Whether `error` is such an error with the same code.
  public static func ~= (pattern: StateFileError, error: any Error) -> Bool {
    (error as? StateFileError)?.code == pattern.code
  }
}

extension StateFileError: Hashable {
  /// Whether both have the same code.
  public static func == (left: StateFileError, right: StateFileError) -> Bool {
    left.code == right.code
  }

  /// Takes the code into account.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension StateFileError: CustomStringConvertible {
  /// A sentence, with the system's own words if it has some.
  public var description: String { reason.isEmpty ? "\(code)" : reason }
}
