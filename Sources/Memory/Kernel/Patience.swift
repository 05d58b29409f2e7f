/// How often a file may make no sense before it is given up.
///
/// A text may be read while it is being replaced; a file that is broken for good must neither be
/// read for ever nor be taken for calm.
struct Patience: Sendable, Hashable {
  private static let most = 3
  private var failures = 0

  /// There was one more failure.
  ///
  /// - Parameter error: what the system said, if it did. A shortage says nothing about the file: it
  ///   is waited for as long as it lasts.
  /// - Returns: whether to go on.
  mutating func isLeft(after error: SystemError? = nil) -> Bool {
    if let error, error.isShortage { return true }
    failures += 1
    return failures < Self.most
  }

  /// It made sense again.
  mutating func restore() { failures = 0 }
}
