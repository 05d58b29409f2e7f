/// The current stage of an operation.
public enum OperationState: Sendable, Hashable {
  /// It waits for its submission, its dependencies, its conditions, its categories, or its next
  /// attempt.
  case waiting
  /// It can start, and waits for a slot in its manager.
  case ready
  /// Its body or its children run.
  case executing
  /// It has ended with a value, with an error, or because it was skipped.
  case finished
  /// It was cancelled.
  case cancelled

  /// Whether the state is final.
  public var isFinal: Bool { self == .finished || self == .cancelled }
}
