@_exported public import enum StagecraftTraces.OperationEnding

/// How an operation ended, with its value, its error, or the reason.
public enum OperationOutcome<Output: Sendable>: Sendable {
  /// It has a value, returned by its body or supplied by a condition.
  case success(Output)
  /// Its body or one of its conditions threw this error.
  case failure(any Error)
  /// It was cancelled.
  case cancelled(OperationError.Reason)
  /// It was skipped because it was not needed.
  case skipped(OperationError.Reason)

  /// The value, if there is one.
  public var value: Output? {
    if case .success(let value) = self { value } else { nil }
  }

  /// Whether there is a value.
  public var isSuccess: Bool {
    if case .success = self { true } else { false }
  }
}

extension OperationOutcome: CustomStringConvertible {
  /// A sentence that describes the outcome and its reason.
  public var description: String {
    switch self {
    case .success where Output.self == Void.self: "It succeeded."
    case .success(let value): "It succeeded with: \(value)."
    case .failure(let error): "It failed with: \(error)."
    case .cancelled(let reason): "It was cancelled: \(reason)."
    case .skipped(let reason): "It was skipped: \(reason)."
    }
  }
}

extension OperationOutcome {
  func get(from operation: String) throws -> Output {
    switch self {
    case .success(let value): return value
    case .failure(let error): throw error
    case .cancelled(let reason):
      throw OperationError(.cancelled, operation: operation, reason: reason)
    case .skipped(let reason):
      throw OperationError(.skipped, operation: operation, reason: reason)
    }
  }
}
