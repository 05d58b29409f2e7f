#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#elseif canImport(Android)
internal import Android
#endif

/// What a system call had to say, and what it was asked.
package struct SystemError: Error, Sendable, Hashable {
  /// As in `errno`.
  package let code: Int32
  /// What was tried, in words: "to open /proc/self/mountinfo".
  package let attempt: String

  package init(_ code: Int32, _ attempt: String) {
    self.code = code
    self.attempt = attempt
  }

  /// The error of the call that has just failed.
  ///
  /// The error is asked for at once: whatever makes the text may make another.
  static func last(_ attempt: @autoclosure () -> String) -> SystemError {
    let code = errno
    return SystemError(code, attempt())
  }

  /// What is refused by ourselves, as it could not work.
  static func refused(_ attempt: String) -> SystemError { SystemError(EINVAL, attempt) }

  /// Whether the file, or what it told of, is not there or is there no longer.
  package var isAbsence: Bool {
    code == ENOENT || code == ENODEV || code == ENOTDIR || code == ENXIO
  }

  /// Whether the process or the system has too little of something for the moment, which passes.
  package var isShortage: Bool { [EMFILE, ENFILE, ENOMEM].contains(code) }

  /// Whether the system does not allow or does not know what was tried, though the file is there.
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
