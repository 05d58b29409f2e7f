internal import StageFloor
internal import Synchronization

/// A graph of steps that is built and checked once, and can be run repeatedly.
///
/// Declare the steps and their dependencies. The graph starts each step as soon as possible; of
/// several ready steps, the one with the longest remaining path starts first.
///
/// ```swift
/// let launch = try OperationGraph("launch") { graph in
///   let collector = graph.add("collector") { startCollector() }
///   let network = graph.add("network", after: collector) { try await configureNetwork() }
///   let page = graph.add("launch page", on: .main, after: collector) { @MainActor in
///     showLaunchPage()
///   }
///   graph.add("report", following: network, page) { reportLaunch() }
/// }
/// try await launch.run()
/// ```
///
/// The outcome of a step depends on the outcomes of its upstream steps:
///
/// | an upstream step | `after:` it | `following:` it |
/// |---|---|---|
/// | succeeded | runs | runs |
/// | failed | is cancelled | runs |
/// | was cancelled | is cancelled | runs |
///
/// A step that is cancelled this way still waits until all its upstream steps have ended, so its
/// own dependents never start early. Steps that need nothing from a failed step continue
/// (``StepFailurePolicy/continueOthers``), unless the run uses
/// ``StepFailurePolicy/cancelOthers``.
///
/// In a graph of at most 1,024 steps, ready steps start in this order: asynchronous steps first,
/// because their worker is free while they await; then steps needed by the milestone that the
/// caller awaits (``run(until:_:)``); then the step with the longest remaining path, measured in
/// time; ties are broken by the order of addition. A step's duration is the one measured in the
/// last run; before that, the value of `add(…, expected:)`; otherwise the mean of the other steps.
/// After many very short steps in a row, a few steps may be measured together. Larger graphs, and
/// graphs of very short steps, count steps instead of time and follow the order only
/// approximately.
///
/// A graph allows one run at a time: starting a second run throws
/// ``OperationGraphError/alreadyRunning`` immediately and does not wait for the first. This
/// includes steps that run another graph: if two steps run the same graph at the same time, the
/// second one fails. Make one depend on the other, or run a ``copy()``. A graph retains its closures
/// until it and all its copies are deinitialized.
public final class OperationGraph: Sendable {
  let store: GraphStore
  private let isRunning = Atomic<Bool>(false)

  /// Creates a graph of the steps that `build` adds.
  ///
  /// - Parameters:
  ///   - name: The name used in errors and reports.
  ///   - steps: The number of steps to reserve space for.
  ///   - edges: The number of edges to reserve space for.
  ///   - build: Adds the steps. It is called once, before the initializer returns.
  /// - Throws: ``OperationGraphError/cycle``, ``OperationGraphError/wouldDeadlock``.
  public init(
    _ name: String = "", steps: Int = 0, edges: Int = 0, build: (inout Builder) -> Void
  ) throws(OperationGraphError) {
    var builder = Builder(steps: steps, edges: edges)
    build(&builder)
    store = try GraphStore(builder.draft, name: name)
  }

  /// Creates a graph of `count` numbered steps that all run one closure, see ``run(workers:_:)``.
  ///
  /// - Parameters:
  ///   - name: The name used in errors and reports.
  ///   - count: The number of steps.
  ///   - edges: Pairs of step numbers; the second step requires the first.
  /// - Throws: ``OperationGraphError/cycle``.
  public init(
    _ name: String = "", count: Int, edges: some Collection<(Int, Int)>
  ) throws(OperationGraphError) {
    require(count >= 0, "The graph “\(name)” cannot have \(count) steps.")
    var draft = GraphDraft(nodes: count, edges: edges.count)
    for _ in 0..<count { _ = draft.add(.indexed) }
    // An array lends its memory: reading it through `Collection` takes longer than the rest.
    let isConnected: Void? = edges.withContiguousStorageIfAvailable { edges in
      for (upstream, downstream) in edges { draft.connectSteps(upstream, to: downstream) }
    }
    if isConnected == nil {
      for (upstream, downstream) in edges { draft.connectSteps(upstream, to: downstream) }
    }
    store = try GraphStore(draft, name: name)
  }

  private init(_ store: GraphStore) { self.store = store }

  /// Returns a graph of the same steps that can run at the same time as this one.
  ///
  /// ```swift
  /// let other = checks.copy()
  /// async let here = Reports.$branch.withValue("Central") { try await checks.run() }
  /// async let there = Reports.$branch.withValue("North") { try await other.run() }
  /// print(try await [here, there])
  /// ```
  ///
  /// A copy shares the closures and edges, and has its own counters, values and measured durations.
  /// Steps, milestones and values of one graph are valid for all its copies. This method may be
  /// called during a run.
  ///
  /// - Returns: A graph that is not running.
  /// - Complexity: O(*n*) for *n* steps: 32 bytes each, and up to 24 more as soon as a graph of up to
  ///   1,024 steps has run.
  public func copy() -> OperationGraph { OperationGraph(GraphStore(copying: store)) }

  /// The graph's name.
  public var name: String { store.name }
  /// The number of steps, milestones included.
  public var count: Int { store.count }
  /// The number of edges.
  public var edgeCount: Int { store.edgeCount }

  /// Returns the name of a step.
  ///
  /// - Parameter step: A step of this graph.
  /// - Returns: The step's name, or “step” and its index if it has none.
  public func name(of step: Node) -> String { store.name(of: Int(step.index)) }

  /// Throws if it is already running.
  func begin() throws(OperationGraphError) {
    guard !isRunning.exchange(true, ordering: .acquiringAndReleasing) else {
      throw OperationGraphError(code: .alreadyRunning, graph: name)
    }
  }

  func end() { isRunning.store(false, ordering: .releasing) }
}
