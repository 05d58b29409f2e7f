extension OperationGraph {
  /// The options of a run.
  public struct RunOptions: Sendable {
    /// The largest number of steps that run at the same time, not counting those that await; `nil`
    /// for one per processor.
    ///
    /// In a graph of at most 1,024 steps, a main-lane step that is ready or running takes the place
    /// of one worker if it is more urgent than the step that this worker could start. At least one
    /// worker always remains.
    public var workers: Int?
    /// The largest number of asynchronous steps in progress at the same time, including those that
    /// await; `nil` for no limit.
    ///
    /// An asynchronous step in progress occupies memory even while it awaits, because it needs a
    /// task. Set a limit if thousands of them can become ready at once, or if what they await, such
    /// as a server, should not receive thousands of requests. Further asynchronous steps start, in
    /// the order of the graph, when others end; synchronous steps are not affected.
    ///
    /// If steps await each other, other than by an edge, as many of them must fit into the limit:
    /// otherwise the run does not end.
    public var maximumAsynchronousSteps: Int?
    /// How a failure affects the other steps.
    public var onFailure: StepFailurePolicy = .continueOthers
    /// Whether the report contains when and where each step ran; see ``Report/trace``.
    public var recordsTrace = false
    package var companion: RunCompanionMaker?

    /// Creates the default options.
    public init() {}
  }

  /// How a failure affects the steps that do not need the failed step.
  public enum StepFailurePolicy: Sendable, Hashable {
    /// The other steps continue.
    case continueOthers
    /// Steps that have not started are cancelled, and so are the tasks of asynchronous steps.
    case cancelOthers
  }
}
