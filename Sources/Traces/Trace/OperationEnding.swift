/// How an operation ended.
public enum OperationEnding: Sendable, Hashable, CustomStringConvertible {
  /// It has a value, returned by its body or supplied by a condition.
  case succeeded
  /// Its body or a condition threw an error.
  case failed
  /// It was cancelled.
  case cancelled
  /// It was skipped because it was not needed.
  case skipped

  /// The ending in one word.
  public var description: String {
    switch self {
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .skipped: "skipped"
    }
  }
}
