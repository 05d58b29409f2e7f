public import StagecraftGraphs
internal import StageFloor

/// Runs the graph of an app's launch, so that the first screen comes as early as the graph allows.
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
/// ``begin(_:)`` comes first of all in `application(_:didFinishLaunchingWithOptions:)`: the steps run
/// on other threads while the system still connects the first scene. The scene then shows its screen
/// when ``reachFirstScreen()`` returns. What the first screen does not need goes on beside it; of
/// what can begin, the graph begins what the first screen needs.
@MainActor
public final class AppLaunch {
  /// What is run.
  public let graph: OperationGraph
  /// The point at which the first screen can be shown.
  public let firstScreen: OperationGraph.Milestone

  private enum State {
    /// Exits: `running`, `reached`.
    case waiting
    /// The steps run; the task ends at the milestone. Final.
    case running(Task<OperationGraph.Run, any Error>)
    /// The main thread waited for the milestone. Final.
    case reached(OperationGraph.Run)
  }

  private var state = State.waiting

  /// A launch that has not begun.
  ///
  /// - Parameters:
  ///   - graph: what is to be run. It has a launch to itself: it runs once at a time.
  ///   - firstScreen: a milestone of that graph.
  public init(_ graph: OperationGraph, until firstScreen: OperationGraph.Milestone) {
    self.graph = graph
    self.firstScreen = firstScreen
  }

  /// Whether the launch has begun.
  public var hasBegun: Bool {
    if case .waiting = state { false } else { true }
  }

  /// Begins to run the steps, and returns at once.
  ///
  /// Further calls do nothing. What goes wrong is thrown by ``reachFirstScreen()``.
  ///
  /// - Parameter options: how to go about it.
  public func begin(_ options: OperationGraph.RunOptions = OperationGraph.RunOptions()) {
    guard !hasBegun else { return }
    // Detached: it begins now, not when the main actor has its next turn.
    state = .running(
      Task.detached(priority: .userInitiated) { [graph, firstScreen] in
        try await graph.run(until: firstScreen, options)
      })
  }

  /// Waits until the first screen can be shown; begins, if nobody has.
  ///
  /// Any number of scenes may wait. Cancelling a waiting task leaves the launch alone, and does not
  /// end the wait.
  ///
  /// - Returns: the run, which goes on with what the first screen does not need.
  /// - Throws: what `OperationGraph.run(until:)` throws, as soon as the milestone cannot be
  ///   reached any more and all that could run has ended.
  @discardableResult
  public func reachFirstScreen() async throws -> OperationGraph.Run {
    begin()
    switch state {
    case .running(let task): return try await task.value
    case .reached(let run): return run
    case .waiting: preconditionFailure("A launch that has begun is waiting to begin.")
    }
  }

  /// Blocks the main thread until the first screen can be shown, for an app delegate that must not
  /// return before.
  ///
  /// The milestone must have been declared with `blocksMain: true`. It begins the launch, and must
  /// not be called when that has begun. The system ends an app that does not come up within a time
  /// of its own, so keep the deadline well below twenty seconds.
  ///
  /// - Parameters:
  ///   - deadline: how long to wait at most.
  ///   - options: how to go about it.
  /// - Returns: the run, which goes on with what the first screen does not need.
  /// - Throws: what `OperationGraph.runOnMain(until:)` throws. The launch may then be
  ///   begun once more, if the run that timed out has ended by then.
  @available(*, noasync, message: "Await reachFirstScreen() instead.")
  @discardableResult
  public func waitForFirstScreen(
    deadline: Duration = .seconds(5),
    _ options: OperationGraph.RunOptions = OperationGraph.RunOptions()
  ) throws -> OperationGraph.Run {
    require(
      !hasBegun,
      "The launch “\(graph.name)” has begun: await reachFirstScreen() instead of blocking for it.")
    let run = try graph.runOnMain(until: firstScreen, deadline: deadline, options)
    state = .reached(run)
    return run
  }

  /// The run, if the main thread has waited for the first screen, so that it can be shown at once.
  var runAtFirstScreen: OperationGraph.Run? {
    if case .reached(let run) = state { run } else { nil }
  }
}
