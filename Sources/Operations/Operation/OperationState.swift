/// Where an operation is in its life.
public enum OperationState: Sendable, Hashable {
  /// It waits to be submitted, for others, for its conditions, for its categories, or for its next
  /// attempt.
  case waiting
  /// It could start, and waits for a place in its manager.
  case ready
  /// Its body runs, or its children do.
  case executing
  /// It has ended: with a value, with an error, or because it was not needed.
  case finished
  /// It was called off.
  case cancelled

  /// Whether nothing comes after it.
  public var isFinal: Bool { self == .finished || self == .cancelled }
}
