internal import CStageFloor
internal import StageFloor

extension OperationGraph {
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
    workers: Int? = nil, onFailure failure: StepFailurePolicy = .continueOthers
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
    let report = await runToEnd(crew)
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
    let report = await runToEnd(crew)
    end()
    try report.check()
  }

  // MARK: Milestones

  /// Starts a run of all steps and returns immediately.
  ///
  /// - Parameter options: The options of the run.
  /// - Returns: The run, which can be awaited and cancelled.
  /// - Throws: ``OperationGraphError/alreadyRunning``.
  public func start(_ options: RunOptions = RunOptions()) throws(OperationGraphError) -> Run {
    try start(options, target: nil)
  }

  private func start(_ options: RunOptions, target: UInt32?) throws(OperationGraphError) -> Run {
    try begin()
    return Run(self, GraphCrew(store, options, isWatched: true, target: target))
  }

  /// Starts a run and returns when `milestone` is reached; the remaining steps continue.
  ///
  /// To wait for the remaining steps, await ``Run/finish()`` afterwards. If the milestone cannot be
  /// reached, the steps that can still run do so, and the error is thrown when all have ended.
  /// Cancelling the caller before the milestone is reached cancels the run, which has ended when
  /// this method throws.
  ///
  /// - Parameters:
  ///   - milestone: The milestone to wait for.
  ///   - options: The options of the run.
  /// - Returns: The run, which can be awaited and cancelled.
  /// - Throws: ``OperationGraphError/stepFailed``, ``OperationGraphError/alreadyRunning``,
  ///   `CancellationError`.
  @discardableResult
  public func run(until milestone: Milestone, _ options: RunOptions = RunOptions()) async throws
    -> Run
  {
    let run = try start(options, target: index(of: milestone))
    do {
      try await run.reach(milestone)
    } catch {
      if Task.isCancelled { run.cancel() }
      try await run.finish()
      throw error
    }
    return run
  }

  /// Runs all steps; when `milestone` is reached, `body` runs alongside the remaining steps.
  ///
  /// The run is structured: nothing is still running when this method returns.
  ///
  /// - Parameters:
  ///   - milestone: The milestone that `body` waits for.
  ///   - options: The options of the run.
  ///   - body: The work to do once the milestone is reached. If it throws, the rest of the run is
  ///     cancelled.
  /// - Returns: The outcome of each step.
  /// - Throws: The error that `body` throws, or the same errors as ``run(workers:onFailure:)``.
  @discardableResult
  public func run(
    until milestone: Milestone, _ options: RunOptions = RunOptions(),
    then body: () async throws -> Void
  ) async throws -> Report {
    let run = try await run(until: milestone, options)
    do {
      try await body()
    } catch {
      run.cancel()
      _ = await run.report()
      throw error
    }
    return try await run.finish()
  }

  /// Blocks the main thread until `milestone` is reached, and runs the main lane meanwhile.
  ///
  /// Use it in `application(_:didFinishLaunchingWithOptions:)` and similar callbacks that must not
  /// return before some work is done. The main thread runs the synchronous steps of the main lane
  /// itself, without a budget, and sleeps while none is ready. The milestone must be declared with
  /// `blocksMain: true`; building the graph then fails if an asynchronous main-actor step precedes
  /// the milestone. A dependency hidden inside a step, such as `MainActor.run` in an asynchronous
  /// step, cannot be detected in advance: the deadline passes, and the error names the steps that
  /// the milestone still waits for.
  ///
  /// - Parameters:
  ///   - milestone: The milestone to wait for.
  ///   - deadline: The longest time to wait, or `nil` to wait without limit.
  ///   - options: The options of the run.
  /// - Returns: The run, which continues with the steps that the milestone does not need.
  /// - Throws: ``OperationGraphError/timedOut``, with the run, which continues;
  ///   ``OperationGraphError/stepFailed`` if the milestone cannot be reached;
  ///   ``OperationGraphError/alreadyRunning``; `CancellationError` if the run was cancelled.
  @MainActor
  @available(*, noasync, message: "Await run(until:) instead.")
  @discardableResult
  public func runBlocking(
    until milestone: Milestone, deadline: Duration? = .seconds(20),
    _ options: RunOptions = RunOptions()
  ) throws -> Run {
    let index = index(of: milestone)
    require(
      store.blockingMilestones.contains(index),
      "“\(store.name(of: Int(index)))” was not declared as a milestone that blocks the main "
        + "thread: pass `blocksMain: true`."
    )
    try begin()
    let crew = GraphCrew(store, options, isWatched: true, target: index)
    let end = deadline.map { stage_nanoseconds() + $0.wholeNanoseconds }
    crew.attachMainThread()
    let run = Run(self, crew)
    let isSettled = crew.serveMain(until: index, end)
    guard isSettled else {
      throw OperationGraphError(
        code: .timedOut, graph: name, steps: crew.unended(before: Int(index)),
        milestone: store.name(of: Int(index)), run: run)
    }
    try crew.checkMilestone(index)
    return run
  }

  // MARK: Shared by all runs

  private func runToEnd(_ crew: GraphCrew) async -> Report {
    await withTaskCancellationHandler {
      await crew.lead()
    } onCancel: {
      crew.cancel()
    }
    return crew.report()
  }

  func index(of milestone: Milestone) -> UInt32 {
    let index = milestone.node.index
    require(
      milestone.node.stamp == store.stamp,
      "This milestone belongs to a builder other than that of the graph “\(name)”.")
    return index
  }
}
