internal import StageFloor

extension OperationGraph {
  /// The options of a run.
  public struct RunOptions: Sendable {
    /// The largest number of steps that run at the same time, not counting those that await; `nil`
    /// for one per processor.
    ///
    /// In a graph of at most 1,024 steps, a step of the main lane that is more urgent than the
    /// steps the workers could start takes the place of one worker from the moment it is ready; at
    /// least one worker always remains.
    public var workers: Int?
    /// How a failure affects the other steps.
    public var onFailure: FailurePolicy = .goOn
    /// Whether the report contains when and where each step ran.
    public var isRecording = false

    /// Creates the default options.
    public init() {}
  }

  /// Runs all steps and returns when all have ended.
  ///
  /// The run is structured: nothing of it is still running when this method returns. Cancelling the
  /// caller cancels all steps that have not started, and the tasks of those that have.
  ///
  /// - Parameters:
  ///   - workers: The largest number of steps that run at the same time, or `nil` for one per
  ///     processor.
  ///   - failure: How a failure affects the steps that do not need the failed step.
  /// - Returns: The outcome of each step.
  /// - Throws: ``OperationGraphError/stepFailed`` when all steps have ended, if one failed;
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

  /// Runs all steps and returns a report; failures are in the report and are not thrown.
  ///
  /// - Parameter options: The options of the run.
  /// - Returns: The outcome of each step.
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

  /// Runs a graph of numbered steps by calling `body` with the number of each.
  ///
  /// - Parameters:
  ///   - workers: The largest number of simultaneous calls, or `nil` for one per processor.
  ///   - body: The work of the steps. If it throws, that step fails.
  /// - Throws: The same errors as ``run(workers:onFailure:)``.
  @concurrent
  public func run(
    workers: Int? = nil, _ body: @escaping @Sendable (Int) throws -> Void
  ) async throws {
    require(
      store.kinds & ~(1 << GraphNodeKind.indexed.rawValue) == 0,
      "The graph “\(name)” has closures of its own: only a graph made with `count:edges:` runs one "
        + "closure for all steps.")
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
