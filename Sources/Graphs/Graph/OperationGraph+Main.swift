internal import CStageFloor
internal import StageFloor

extension OperationGraph {
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
  public func runOnMain(
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
