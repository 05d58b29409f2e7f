/// Why an operation has no value, or a request was refused.
public struct OperationError: Error, Sendable {
  /// The sort of error.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// What the kind is called.
    public let description: String

    /// It was cancelled; ``OperationError/reason`` tells by what.
    public static var cancelled: Kind { Kind(description: "cancelled") }
    /// It was not needed, and has no value.
    public static var skipped: Kind { Kind(description: "skipped") }
    /// An attempt took too long.
    public static var timedOut: Kind { Kind(description: "timed out") }
    /// It has started or ended, and takes no more dependencies.
    public static var alreadyStarted: Kind { Kind(description: "already started") }
    /// Operations would wait for each other in a circle.
    public static var cycle: Kind { Kind(description: "cycle") }
    /// The wait would never end: the other waits for this one, or for what this one holds.
    public static var wouldDeadlock: Kind { Kind(description: "would deadlock") }
    /// Its conditions asked for ever more operations before it.
    public static var endlessConditions: Kind { Kind(description: "endless conditions") }
  }

  /// The sort of error.
  public let kind: Kind

  /// The operation that it is about.
  public let operation: String

  /// Why it was cancelled, if it was.
  public let reason: CancellationReason?

  /// The operations of a circle, each of which waits for the next, and the last for the first; or
  /// the one that could not end while it is waited for.
  public let path: [String]

  /// The error at the root, if an operation before it failed.
  public var rootError: (any Error)? { reason?.rootError }

  init(
    _ kind: Kind, operation: String, reason: CancellationReason? = nil, path: [String] = []
  ) {
    self.kind = kind
    self.operation = operation
    self.reason = reason
    self.path = path
  }
}

extension OperationError: CustomStringConvertible {
  /// A sentence that tells what happened.
  public var description: String {
    switch kind {
    case .cancelled: "“\(operation)” was cancelled: \(reason?.description ?? "on request")."
    case .skipped: "“\(operation)” was skipped: \(reason?.description ?? "it was not needed")."
    case .timedOut: "An attempt of “\(operation)” took too long."
    case .alreadyStarted: "“\(operation)” has started, and takes no more dependencies."
    case .cycle:
      "“\(operation)” cannot depend on “\(path.first ?? "")”, which waits for it: "
        + path.joined(separator: " waits for ") + "."
    case .wouldDeadlock where path.count == 1:
      "“\(operation)” cannot be waited for here: “\(path[0])” could not end meanwhile."
    case .wouldDeadlock:
      "“\(operation)” cannot wait for “\(path.first ?? "")”, which waits for it: "
        + path.joined(separator: " waits for ") + "."
    case .endlessConditions:
      "The conditions of “\(operation)” asked for ever more operations: one of them 10,000 times, or "
        + "in a chain of 1,000."
    default: "“\(operation)”: \(kind)."
    }
  }
}
