extension OperationManager {
  /// An event in the life of an operation.
  public struct Event: Sendable {
    /// The kind of an event.
    public enum Kind: Sendable, Hashable {
      /// The operation was submitted.
      case submitted
      /// The operation can start.
      case ready
      /// An attempt started; the first has number 1.
      case started(attempt: Int)
      /// An attempt failed or was interrupted, and another one follows.
      case retrying(attempt: Int)
      /// The operation has ended.
      case ended(OperationEnding)
      /// No operation has been submitted or has changed state for a long time; the text explains
      /// why.
      case stalled(String)
    }

    /// The kind of the event.
    public let kind: Kind
    /// The name of the operation.
    public let name: String
    /// The operation; nil for an event that concerns the manager as a whole.
    public let operation: AnyOperationHandle?
    /// The number of the operation that this one waited for before its last start; 0 if there was
    /// none, or if the manager was neither observed nor recorded at that start.
    package let blocker: UInt64
    /// When it happened, which may be before it is delivered, in nanoseconds of the system's monotonic
    /// clock.
    package let moment: Int64
  }
}

extension OperationManager.Event: CustomStringConvertible {
  /// A sentence that describes the event.
  public var description: String {
    switch kind {
    case .submitted: "“\(name)” was submitted."
    case .ready: "“\(name)” is ready."
    case .started(let attempt): "“\(name)” starts, attempt \(attempt)."
    case .retrying(let attempt): "“\(name)” will be retried, attempt \(attempt)."
    case .ended(.succeeded): "“\(name)” has succeeded."
    case .ended(.failed): "“\(name)” has failed."
    case .ended(let ending): "“\(name)” was \(ending)."
    case .stalled(let why): "Nothing has happened for a long time: \(why)"
    }
  }
}
