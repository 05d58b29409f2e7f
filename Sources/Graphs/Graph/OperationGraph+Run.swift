internal import StageFloor

extension OperationGraph {
  /// A run in progress.
  ///
  /// It continues until all its steps have ended or it is cancelled, even if no reference to this
  /// value remains.
  public struct Run: Sendable {
    let graph: OperationGraph
    let crew: GraphCrew
    private let task: Task<Report, Never>

    init(_ graph: OperationGraph, _ crew: GraphCrew) {
      self.graph = graph
      self.crew = crew
      task = Task.detachedKeepingLocals {
        await crew.lead()
        let report = crew.report()
        graph.end()
        return report
      }
    }

    /// Cancels the steps that have not started, and the tasks of those that have.
    ///
    /// This method does not wait. Calling it again, or after the end of the run, has no effect.
    public func cancel() { crew.cancel() }

    /// Waits until all steps have ended; cancelling the waiting task cancels the run.
    ///
    /// - Returns: The outcome of each step.
    /// - Throws: The same errors as ``OperationGraph/run(workers:onFailure:)``.
    @discardableResult
    public func finish() async throws -> Report {
      let report = await self.report()
      try report.check()
      return report
    }

    /// Waits until all steps have ended; cancelling the waiting task cancels the run.
    ///
    /// - Returns: The outcome of each step. Failures are not thrown.
    public func report() async -> Report {
      await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        crew.cancel()
      }
    }

    /// Waits until a milestone is reached.
    ///
    /// Cancelling the waiting task ends the wait and does not affect the run.
    ///
    /// - Parameter milestone: A milestone of the graph.
    /// - Throws: ``OperationGraphError/stepFailed`` as soon as a failed step makes the milestone
    ///   unreachable; `CancellationError` if the milestone is unreachable because the run was
    ///   cancelled, or if the waiting task was cancelled.
    public func reach(_ milestone: Milestone) async throws {
      let index = graph.index(of: milestone)
      guard let ticket = crew.expectMilestone(index) else {
        return try crew.checkMilestone(index)
      }
      await withTaskCancellationHandler {
        _ = await withUnsafeContinuation { crew.awaitMilestone(index, ticket, $0) }
      } onCancel: {
        crew.leaveMilestone(index, ticket)
      }
      if crew.milestoneState(index) == nil { throw CancellationError() }
      try crew.checkMilestone(index)
    }
  }

  /// Starts a run of all steps and returns immediately.
  ///
  /// - Parameter options: The options of the run.
  /// - Returns: The run, which can be awaited and cancelled.
  /// - Throws: ``OperationGraphError/alreadyRunning``.
  public func start(_ options: RunOptions = RunOptions()) throws(OperationGraphError) -> Run {
    try start(options, aim: nil)
  }

  private func start(_ options: RunOptions, aim: UInt32?) throws(OperationGraphError) -> Run {
    try begin()
    return Run(self, GraphCrew(store, options, isWatched: true, aim: aim))
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
    let run = try start(options, aim: index(of: milestone))
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

  func index(of milestone: Milestone) -> UInt32 {
    let index = milestone.node.index
    require(
      milestone.node.stamp == store.stamp,
      "This milestone was made by another builder than that of the graph “\(name)”.")
    return index
  }
}

extension Task where Failure == Never {
  /// Creates a task off the caller's actor that inherits its priority and task-local values.
  fileprivate static func detachedKeepingLocals(
    _ body: @escaping @concurrent @Sendable () async -> Success
  ) -> Task {
    Task(operation: body)
  }
}
