internal import StageFloor

package struct SystemError: Error, Sendable, Hashable {
  package let code: Int32
  /// What was attempted, in words: "to open /proc/self/mountinfo".
  package let attempt: String

  package init(_ code: Int32, _ attempt: String) {
    self.code = code
    self.attempt = attempt
  }

  /// `errno` is read first, because creating the text may change it.
  static func last(_ attempt: @autoclosure () -> String) -> SystemError {
    let code = errno
    return SystemError(code, attempt())
  }

  static func refused(_ attempt: String) -> SystemError { SystemError(EINVAL, attempt) }

  /// Whether the file, or what it describes, does not exist, or no longer exists.
  package var isAbsence: Bool {
    code == ENOENT || code == ENODEV || code == ENOTDIR || code == ENXIO
  }

  /// Whether the process or the system temporarily lacks a resource.
  package var isShortage: Bool { [EMFILE, ENFILE, ENOMEM].contains(code) }

  /// Whether the system forbids or does not support the attempt, although the file exists.
  package var isRefusal: Bool {
    [EPERM, EACCES, EROFS, EINVAL, EBUSY, EOPNOTSUPP].contains(code)
  }
}

extension SystemError: CustomStringConvertible {
  package var description: String {
    guard let text = strerror(code) else { return "error \(code) when trying \(attempt)" }
    return "\(String(cString: text)) when trying \(attempt)"
  }
}
