extension OperationGraph {
  /// A step of a graph, as returned by the builder.
  public struct Node: Sendable, Hashable {
    @usableFromInline let index: UInt32
    @usableFromInline let stamp: UInt32
  }

  /// A point in a graph that other code can wait for.
  public struct Milestone: Sendable, Hashable {
    /// The step that represents the milestone, for use as a dependency within the graph.
    public let node: Node
  }

  /// Where a step runs.
  public enum Lane: Sendable, Hashable {
    /// On the threads of Swift's cooperative pool. For steps that compute or await.
    case compute
    /// On the main actor, for a few milliseconds per turn of its run loop.
    case main
    /// On a thread of its own, which may block. For synchronous closures that wait for something.
    ///
    /// Task-local values are not propagated to it.
    case thread
  }
}
