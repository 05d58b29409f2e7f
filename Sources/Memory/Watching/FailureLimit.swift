/// Limits how often a file may be unreadable before it is given up.
///
/// A text may be read while it is being replaced. A file that is permanently broken must neither be
/// read forever nor be mistaken for the end of pressure.
struct FailureLimit: Sendable, Hashable {
  private static let maximumFailures = 3
  private var failures = 0

  /// Records a failure.
  ///
  /// - Parameter error: The error of the system call, if there was one. A shortage of resources
  ///   says nothing about the file, and does not count.
  /// - Returns: Whether to continue.
  mutating func allowsRetry(after error: SystemError? = nil) -> Bool {
    if let error, error.isShortage { return true }
    failures += 1
    return failures < Self.maximumFailures
  }

  /// Records a success.
  mutating func reset() { failures = 0 }
}
