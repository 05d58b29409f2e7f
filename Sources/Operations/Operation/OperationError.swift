/// An error that explains why an operation has no value, or why a request was refused.
public struct OperationError: Error, Sendable {
  /// The kind of an error.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// A short description of the kind.
    public let description: String

    /// The operation was cancelled; see ``OperationError/reason``.
    public static var cancelled: Kind { Kind(description: "cancelled") }
    /// The operation was skipped and has no value.
    public static var skipped: Kind { Kind(description: "skipped") }
    /// An attempt timed out.
    public static var timedOut: Kind { Kind(description: "timed out") }
    /// A blocking wait timed out before the operation had ended; the operation continues.
    public static var waitTimedOut: Kind { Kind(description: "wait timed out") }
    /// The operation has started or ended and accepts no more dependencies.
    public static var alreadyStarted: Kind { Kind(description: "already started") }
    /// The dependency would close a cycle.
    public static var cycle: Kind { Kind(description: "cycle") }
    /// The wait would never end: the other operation waits for this one, or for something that this
    /// one holds.
    public static var wouldDeadlock: Kind { Kind(description: "would deadlock") }
    /// The conditions of the operation requested more and more operations.
    public static var endlessConditions: Kind { Kind(description: "endless conditions") }
  }

  /// The kind of the error.
  public let kind: Kind

  /// The name of the operation.
  public let operation: String

  /// Why the operation was cancelled or skipped, if it was.
  public let reason: Reason?

  /// The operations of a cycle, each waiting for the next, and the last for the first; or the one
  /// operation that cannot end during the wait.
  ///
  /// Of a cycle of more than 32 operations, it has the first 16, an ellipsis, and the last 16.
  public let path: [String]

  static var longestPath: Int { 32 }

  /// The root error, if an operation before this one failed.
  public var rootError: (any Error)? { reason?.rootError }

  init(
    _ kind: Kind, operation: String, reason: Reason? = nil, path: [String] = []
  ) {
    self.kind = kind
    self.operation = operation
    self.reason = reason
    self.path = path
  }
}

extension OperationError: CustomStringConvertible {
  /// A sentence that describes the error.
  public var description: String {
    switch kind {
    case .cancelled: "“\(operation)” was cancelled: \(reason?.description ?? "on request")."
    case .skipped: "“\(operation)” was skipped: \(reason?.description ?? "it was not needed")."
    case .timedOut: "An attempt of “\(operation)” took too long."
    case .waitTimedOut: "“\(operation)” had not ended when the wait for it timed out."
    case .alreadyStarted: "“\(operation)” has already started and accepts no more dependencies."
    case .cycle:
      "“\(operation)” cannot depend on “\(path.first ?? "")”, which waits for it: "
        + path.joined(separator: " waits for ") + "."
    case .wouldDeadlock where path.count == 1:
      "“\(operation)” cannot be waited for here: “\(path[0])” could not end meanwhile."
    case .wouldDeadlock:
      "“\(operation)” cannot wait for “\(path.first ?? "")”, which waits for it: "
        + path.joined(separator: " waits for ") + "."
    case .endlessConditions:
      "The conditions of “\(operation)” never settle: one of them requested another operation "
        + "10,000 times, or the requests form a chain of more than 1,000."
    default: "“\(operation)”: \(kind)."
    }
  }
}
