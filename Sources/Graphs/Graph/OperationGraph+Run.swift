internal import StageFloor

extension OperationGraph {
  /// A run that is going on.
  ///
  /// It goes on whether or not anybody holds this value, until all its steps have ended or it is
  /// cancelled.
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

    /// Cancels the steps that have not begun, and the tasks of those that have.
    ///
    /// It does not wait. To cancel once more, or after the end, changes nothing.
    public func cancel() { crew.cancel() }

    /// Waits until all steps have ended; cancelling the waiting task cancels the run.
    ///
    /// - Returns: how each step ended.
    /// - Throws: as ``OperationGraph/run(workers:onFailure:)``.
    @discardableResult
    public func finish() async throws -> Report {
      let report = await self.report()
      try report.check()
      return report
    }

    /// Waits until all steps have ended, and tells how; cancelling the waiting task cancels the run.
    public func report() async -> Report {
      await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        crew.cancel()
      }
    }

    /// Waits until a milestone is reached.
    ///
    /// Cancelling the waiting task ends the wait, and leaves the run alone.
    ///
    /// - Throws: ``OperationGraphError/stepFailed`` as soon as the milestone cannot be reached any
    ///   more because of a failed step; `CancellationError` if that is because the run was cancelled,
    ///   or the waiting task.
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

  /// Begins to run all steps; the run goes on by itself.
  ///
  /// - Parameter options: how to go about it.
  /// - Returns: the run, to wait for and to cancel.
  /// - Throws: ``OperationGraphError/alreadyRunning``.
  public func start(_ options: RunOptions = RunOptions()) throws(OperationGraphError) -> Run {
    try start(options, aim: nil)
  }

  private func start(_ options: RunOptions, aim: UInt32?) throws(OperationGraphError) -> Run {
    try begin()
    return Run(self, GraphCrew(store, options, isWatched: true, aim: aim))
  }

  /// Begins to run all steps and returns when `milestone` is reached; the rest goes on.
  ///
  /// Whoever wants all of it structured awaits ``Run/finish()`` afterwards. If the milestone cannot
  /// be reached, the steps that can still run do, and the error is thrown when all has ended.
  /// Cancelling the caller before the milestone cancels the run, and it has ended when this throws.
  ///
  /// - Parameters:
  ///   - milestone: what to wait for.
  ///   - options: how to go about it.
  /// - Returns: the run, to wait for and to cancel.
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

  /// Runs all steps; when `milestone` is reached, `body` runs beside the rest.
  ///
  /// Structured: nothing is left running when it returns.
  ///
  /// - Parameters:
  ///   - milestone: what `body` waits for.
  ///   - options: how to go about it.
  ///   - body: what to do once the milestone is reached. If it throws, the rest is cancelled.
  /// - Returns: how each step ended.
  /// - Throws: what `body` throws, or as ``run(workers:onFailure:)``.
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
  /// A task off the caller's actor, with its priority and task-local values.
  fileprivate static func detachedKeepingLocals(
    _ body: @escaping @concurrent @Sendable () async -> Success
  ) -> Task {
    Task(operation: body)
  }
}
