internal import StageFloor

extension OperationManager {
  /// The configuration of a manager.
  public struct Configuration: Sendable {
    /// The maximum number of operations that execute at a time; nil for no limit.
    ///
    /// With 1, the manager is serial: operations of equal priority run in the order of submission.
    /// A cancelled wait in a body may exceed the limit temporarily; see
    /// ``OperationManager/maximumConcurrency``.
    public var maximumConcurrency: Int?

    /// Whether the manager starts nothing until it is resumed.
    public var isSuspended = false

    /// The executor of bodies that are not isolated to an actor; nil for the threads that all tasks
    /// share.
    public var executor: (any TaskExecutor)?

    /// The priority of the tasks that run bodies off the main actor; nil for medium.
    ///
    /// What a low priority means for the use of the processor is decided by the system. Blocking
    /// bodies are not affected: they run on threads of the default priority. An operation whose
    /// priority rises while it runs has the priority of its task raised.
    public var taskPriority: TaskPriority?

    /// How long operations run on the main actor before other work on it runs.
    ///
    /// All managers and graph runs share one account of this time, so that other work waits for at
    /// most one budget and one operation, however many managers there are. If managers have
    /// different budgets, each operation is subject to the budget of its own manager.
    public var mainActorBudget: Duration = .milliseconds(4)

    /// How long operations that do not suspend run before other tasks run.
    public var computeBudget: Duration = .milliseconds(1)

    /// The clock for deadlines and measurements.
    ///
    /// While the manager records a trace, `now` is read under a lock: its implementation must not
    /// use operations.
    public var clock: any Clock<Duration> & Sendable = ContinuousClock()

    /// The seed of the jitter of its retries; nil for a random seed.
    public var seed: UInt64?

    /// Whether the manager records a trace of its operations; see ``OperationManager/trace``.
    public var recordsTrace = false

    /// The number of ended operations in the trace.
    public var traceCapacity = 10_000

    /// The time without progress after which a stall is reported; nil for never.
    ///
    /// Progress means that an operation is submitted or changes its state. The manager checks once
    /// per threshold, so the report arrives before twice the threshold has passed.
    public var stallThreshold: Duration?

    /// Called right before each start of a body of the manager's operations; nil for nothing.
    ///
    /// It is called after the volatile conditions, without a lock, on the main actor for a
    /// body on the main actor. A body on a thread of its own, or of another actor, changes its thread
    /// afterwards. If it cancels the operation
    /// with `context.operation.cancel()`, the body does not run, no start is reported, and the slot
    /// goes to the next operation. It delays the operation, so it should return quickly; a question
    /// that takes longer is an ``OperationCondition``. The context has the number of the attempt.
    /// An operation that ends without a start, such as a cancelled one, causes no call.
    public var willStart: (@Sendable (_ context: OperationContext) -> Void)?

    /// Creates the default configuration.
    public init() {}

    func validate(for name: String) {
      require(
        maximumConcurrency ?? 1 > 0,
        "“\(name)” cannot run \(maximumConcurrency ?? 0) operations at a time: set "
          + "maximumConcurrency to 1 or more, or isSuspended.")
      require(
        traceCapacity > 0,
        "“\(name)” cannot record \(traceCapacity) operations: set traceCapacity to 1 or more.")
      require(
        mainActorBudget > .zero,
        "“\(name)” has a mainActorBudget of \(mainActorBudget): it must be positive.")
      require(
        computeBudget > .zero,
        "“\(name)” has a computeBudget of \(computeBudget): it must be positive.")
      require(
        stallThreshold ?? .seconds(1) > .zero,
        "“\(name)” has a stallThreshold of \(stallThreshold ?? .zero): it must be positive."
      )
    }
  }
}
