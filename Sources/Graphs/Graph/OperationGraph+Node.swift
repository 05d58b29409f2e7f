extension OperationGraph {
  /// A step of a graph, as its builder returned it.
  public struct Node: Sendable, Hashable {
    @usableFromInline let index: UInt32
    /// Which builder made it.
    @usableFromInline let stamp: UInt32
  }

  /// A point in a graph that others can wait for.
  public struct Milestone: Sendable, Hashable {
    /// The step behind it, to wait for in the graph itself.
    public let node: Node
  }

  /// Where a step runs.
  public enum Lane: Sendable, Hashable {
    /// On the cooperative threads of Swift's tasks. For what computes, or awaits.
    case compute
    /// On the main actor, a few milliseconds per turn of its run loop.
    case main
    /// On a thread that may be blocked. For synchronous closures that wait for something.
    ///
    /// Task-local values do not reach it.
    case blocking
  }

  /// What a failure means to the steps that do not need the one that failed.
  public enum FailurePolicy: Sendable, Hashable {
    /// They go on.
    case goOn
    /// What has not begun is cancelled, and so are the tasks of asynchronous steps.
    case failFast
  }
}
