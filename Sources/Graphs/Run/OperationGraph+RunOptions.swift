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
    /// How a failure affects the other steps.
    public var onFailure: StepFailurePolicy = .continueOthers
    /// Whether the report contains when and where each step ran; see ``Report/trace``.
    public var recordsTrace = false

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
