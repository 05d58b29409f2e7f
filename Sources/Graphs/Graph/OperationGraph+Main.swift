internal import CStageFloor
internal import StageFloor

extension OperationGraph {
  /// Blocks the main thread until `milestone` is reached, and runs the main lane meanwhile.
  ///
  /// For `application(_:didFinishLaunchingWithOptions:)` and the like, which must not return before
  /// something is done. The main thread runs the synchronous steps of the main lane itself, without
  /// a budget, and sleeps while there are none. The milestone must have been declared with
  /// `blocksMain: true`; so the graph was refused when it was built, if an asynchronous step of the
  /// main actor is before it. What steps hide, a `MainActor.run` in an asynchronous step, nobody
  /// can see before: then time runs out, and the error names what the milestone waits for.
  ///
  /// - Parameters:
  ///   - milestone: what to wait for.
  ///   - deadline: how long to wait at most; nil: without end.
  ///   - options: how to go about it.
  /// - Returns: the run, which goes on with what is not needed for the milestone.
  /// - Throws: ``OperationGraphError/timedOut``, with the run, which goes on;
  ///   ``OperationGraphError/stepFailed`` if the milestone cannot be reached;
  ///   ``OperationGraphError/alreadyRunning``; `CancellationError` if the run was cancelled.
  @MainActor
  @available(*, noasync, message: "Await run(until:) instead.")
  @discardableResult
  public func runOnMain(
    until milestone: Milestone, deadline: Duration? = .seconds(20),
    _ options: RunOptions = RunOptions()
  ) throws -> Run {
    let index = index(of: milestone)
    require(
      store.blockingMilestones.contains(index),
      "“\(store.name(of: Int(index)))” was not declared as a milestone that blocks the main thread: say "
        + "`blocksMain: true`."
    )
    try begin()
    let crew = GraphCrew(store, options, isWatched: true, aim: index)
    let end = deadline.map { stage_nanoseconds() + $0.wholeNanoseconds }
    crew.seatMainThread()
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
}
