internal import StageFloor

extension OperationGraph {
  /// How a run goes about it.
  public struct RunOptions: Sendable {
    /// How many steps run at the same time at most, those that await not counted; nil: one for
    /// each processor.
    ///
    /// In a graph of at most 1,024 steps, a step of the main lane that is more urgent than what the
    /// workers could begin takes the place of one of them from the moment it is ready; one worker
    /// always stays.
    public var workers: Int?
    /// What a failure means to the others.
    public var onFailure: FailurePolicy = .goOn
    /// Whether the report says when and where each step ran.
    public var isRecording = false

    /// The usual options.
    public init() {}
  }

  /// Runs all steps and returns when all have ended.
  ///
  /// Structured: nothing of it is left running when it returns. Cancelling the caller cancels all
  /// steps that have not begun, and the tasks of those that have.
  ///
  /// - Parameters:
  ///   - workers: how many steps run at the same time at most; nil: one for each processor.
  ///   - failure: what a failure means to the steps that do not need the failed one.
  /// - Returns: how each step ended.
  /// - Throws: ``OperationGraphError/stepFailed`` when all has ended, if a step failed;
  ///   ``OperationGraphError/alreadyRunning``; `CancellationError`.
  @concurrent
  @discardableResult
  public func run(
    workers: Int? = nil, onFailure failure: FailurePolicy = .goOn
  ) async throws -> Report {
    var options = RunOptions()
    options.workers = workers
    options.onFailure = failure
    let report = try await attempt(options)
    try report.check()
    return report
  }

  /// Runs all steps and tells how it went; failures are in the report, and not thrown.
  ///
  /// - Parameter options: how to go about it.
  /// - Returns: how each step ended.
  /// - Throws: ``OperationGraphError/alreadyRunning``.
  @concurrent
  public func attempt(
    _ options: RunOptions = RunOptions()
  ) async throws(OperationGraphError) -> Report {
    try begin()
    let crew = GraphCrew(store, options)
    let report = await lead(crew)
    end()
    return report
  }

  /// Runs a graph of numbered steps: `body` is called with the number of each.
  ///
  /// - Parameters:
  ///   - workers: how many calls there are at the same time at most; nil: one for each processor.
  ///   - body: what the steps do. It throws: as the closure of a step.
  /// - Throws: as ``run(workers:onFailure:)``.
  @concurrent
  public func run(
    workers: Int? = nil, _ body: @escaping @Sendable (Int) throws -> Void
  ) async throws {
    require(
      store.kinds & ~(1 << GraphNodeKind.indexed.rawValue) == 0,
      "The graph “\(name)” has closures of its own: only one made with `count:edges:` runs one closure "
        + "for all steps.")
    try begin()
    var options = RunOptions()
    options.workers = workers
    let crew = GraphCrew(store, options, indexed: body)
    let report = await lead(crew)
    end()
    try report.check()
  }

  private func lead(_ crew: GraphCrew) async -> Report {
    await withTaskCancellationHandler {
      await crew.lead()
    } onCancel: {
      crew.cancel()
    }
    return crew.report()
  }
}
