internal import StageFloor

extension OperationManager {
  /// How a manager is set up.
  public struct Configuration: Sendable {
    /// How many of its operations may execute at a time; nil: as many as there are.
    ///
    /// With 1 it is a serial manager: operations of equal priority run in the order of submission.
    /// A cancelled wait in a body may exceed the limit for a while, see
    /// ``OperationManager/maximumConcurrency``.
    public var maximumConcurrency: Int?

    /// Whether it starts nothing until it is resumed.
    public var isSuspended = false

    /// Where the bodies of its operations run that belong to no actor; nil: on the threads that all
    /// tasks share.
    public var executor: (any TaskExecutor)?

    /// How long operations run on the main actor before it has a turn for others.
    ///
    /// The time that all managers and all runs of graphs use is counted together, so that others
    /// wait for one budget and one operation at most, however many managers there are. With
    /// different budgets, the turn of each operation's manager ends by its own.
    public var mainActorBudget: Duration = .milliseconds(4)

    /// How long operations that never suspend run before other tasks have a turn.
    public var computeBudget: Duration = .milliseconds(1)

    /// The clock by which it waits and measures.
    ///
    /// While the manager records a trace, its `now` is read under a lock: it uses no operations.
    public var clock: any Clock<Duration> & Sendable = ContinuousClock()

    /// From where the jitter of its retries is drawn; nil: another for each manager.
    public var seed: UInt64?

    /// Whether it writes down what its operations do, for ``OperationManager/trace``.
    public var recordsTrace = false

    /// How many operations that have ended it remembers while it records.
    public var traceCapacity = 10_000

    /// After how long without any progress it reports a stall; nil: never.
    ///
    /// Progress is that an operation starts or ends. The manager looks once in this time, so that
    /// the report comes before twice the time has passed.
    public var stallThreshold: Duration?

    /// The usual setup.
    public init() {}

    /// Stops the program if a manager cannot be set up like this.
    ///
    /// - Parameter name: what the manager is called.
    func validate(for name: String) {
      require(
        maximumConcurrency ?? 1 > 0,
        "“\(name)” cannot run \(maximumConcurrency ?? 0) operations at a time: set "
          + "maximumConcurrency to 1 or more, or isSuspended.")
      require(
        traceCapacity > 0,
        "“\(name)” cannot remember \(traceCapacity) operations: set traceCapacity to 1 or more.")
      require(
        mainActorBudget > .zero,
        "“\(name)” has a mainActorBudget of \(mainActorBudget): it must be longer than no time.")
      require(
        computeBudget > .zero,
        "“\(name)” has a computeBudget of \(computeBudget): it must be longer than no time.")
      require(
        stallThreshold ?? .seconds(1) > .zero,
        "“\(name)” has a stallThreshold of \(stallThreshold ?? .zero): it must be longer than no time."
      )
    }
  }
}
