/// Limits how often a file may be unreadable: it may be read while it is being replaced, but a
/// broken file must neither be read forever nor be mistaken for the end of pressure.
struct FailureLimit: Sendable, Hashable {
  private static let maximumFailures = 3
  private var failures = 0

  /// Returns whether to continue; a shortage of resources says nothing about the file.
  mutating func allowsRetry(after error: SystemError? = nil) -> Bool {
    if let error, error.isShortage { return true }
    failures += 1
    return failures < Self.maximumFailures
  }

  mutating func reset() { failures = 0 }
}
