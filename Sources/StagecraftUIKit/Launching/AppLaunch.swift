internal import StageFloor
public import StagecraftGraphs

/// Runs the graph of an app's launch so that the first screen is shown as early as possible.
///
/// ```swift
/// let (graph, firstScreen) = try OperationGraph.build("launch") { graph in
///   let catalogue = graph.add("catalogue") { try openCatalogue() }
///   graph.add("covers", after: catalogue) { try await warmCovers() }
///   return graph.milestone("first screen", after: catalogue)
/// }
/// let launch = AppLaunch(graph, until: firstScreen)
///
/// launch.begin()  // as early as possible
/// try await launch.reachFirstScreen()
/// ```
///
/// Call ``begin(_:)`` first in `application(_:didFinishLaunchingWithOptions:)`: the steps then run
/// on other threads while the system connects the first scene. The scene shows its screen when
/// ``reachFirstScreen()`` returns. Steps that the first screen does not need continue alongside; of
/// the ready steps, those that the first screen needs start first.
@MainActor
public final class AppLaunch {
  /// The graph of the launch.
  public let graph: OperationGraph
  /// The milestone at which the first screen can be shown.
  public let firstScreen: OperationGraph.Milestone

  private enum State {
    /// Not begun. Exits: `running`, `reached`.
    case waiting
    /// The steps are running; the task ends at the milestone. Final.
    case running(Task<OperationGraph.Run, any Error>)
    /// The main thread has waited for the milestone. Final.
    case reached(OperationGraph.Run)
  }

  private var state = State.waiting

  /// Creates a launch that has not begun.
  ///
  /// - Parameters:
  ///   - graph: The graph to run. Do not run it elsewhere at the same time: a graph allows one run
  ///     at a time.
  ///   - firstScreen: A milestone of that graph.
  public init(_ graph: OperationGraph, until firstScreen: OperationGraph.Milestone) {
    self.graph = graph
    self.firstScreen = firstScreen
  }

  /// Whether the launch has begun.
  public var hasBegun: Bool {
    if case .waiting = state { false } else { true }
  }

  /// Starts the run and returns immediately.
  ///
  /// Further calls have no effect. Errors are thrown by ``reachFirstScreen()``.
  ///
  /// - Parameter options: The options of the run.
  public func begin(_ options: OperationGraph.RunOptions = OperationGraph.RunOptions()) {
    guard !hasBegun else { return }
    // A detached task starts now, not at the main actor's next turn.
    state = .running(
      Task.detached(priority: .userInitiated) { [graph, firstScreen] in
        try await graph.run(until: firstScreen, options)
      })
  }

  /// Waits until the first screen can be shown; begins the launch if it has not begun.
  ///
  /// Any number of scenes can wait. Cancelling a waiting task neither affects the launch nor ends
  /// the wait.
  ///
  /// - Returns: The run, which continues with the steps that the first screen does not need.
  /// - Throws: The errors of `OperationGraph.run(until:)`, as soon as the milestone has become
  ///   unreachable and all steps that could run have ended.
  @discardableResult
  public func reachFirstScreen() async throws -> OperationGraph.Run {
    begin()
    switch state {
    case .running(let task): return try await task.value
    case .reached(let run): return run
    case .waiting: preconditionFailure("A launch that has begun is waiting to begin.")
    }
  }

  /// Blocks the main thread until the first screen can be shown.
  ///
  /// For an app delegate that must not return before. The milestone must be declared with
  /// `blocksMain: true`. This method begins the launch and must not be called after it has begun.
  /// The system terminates an app that does not launch within a certain time, so keep the deadline
  /// well below twenty seconds.
  @available(*, noasync, message: "Await reachFirstScreen() instead.")
  @discardableResult
  public func waitForFirstScreen(
    deadline: Duration = .seconds(5),
    _ options: OperationGraph.RunOptions = OperationGraph.RunOptions()
  ) throws -> OperationGraph.Run {
    require(
      !hasBegun,
      "The launch “\(graph.name)” has already begun: await reachFirstScreen() instead of blocking.")
    let run = try graph.runBlocking(until: firstScreen, deadline: deadline, options)
    state = .reached(run)
    return run
  }

  var runAtFirstScreen: OperationGraph.Run? {
    if case .reached(let run) = state { run } else { nil }
  }
}
