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
}

extension Task where Failure == Never {
  /// Off the caller's actor; inherits its priority and task-local values.
  fileprivate static func detachedKeepingLocals(
    _ body: @escaping @concurrent @Sendable () async -> Success
  ) -> Task {
    Task(operation: body)
  }
}
