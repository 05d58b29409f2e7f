internal import StageFloor
internal import Synchronization

/// A graph of steps: built once, checked, and run again and again.
///
/// Say which steps there are and what each waits for; the graph starts each as soon as it can, the
/// ones with the longest way still before them first.
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
/// What becomes of a step depends on how those it waits for ended:
///
/// | an upstream step | `after:` it | `following:` it |
/// |---|---|---|
/// | succeeded | runs | runs |
/// | failed | is cancelled | runs |
/// | was cancelled | is cancelled | runs |
///
/// A step that is cancelled this way still waits until all its upstreams ended, so that what
/// follows it never starts early. Steps that need nothing of a failed one go on
/// (``FailurePolicy/goOn``), unless a run says ``FailurePolicy/failFast``.
///
/// In a graph of at most 1,024 steps, what is ready begins in this order: asynchronous steps, since
/// their worker is free while they await; steps that an awaited milestone needs
/// (``run(until:_:)``); then the step with the longest way still ahead, in time; among equals the one
/// that was added first. How long a step takes is what the last run measured, before that what
/// `add(…, expected:)` says, else the mean of the others. Graphs of very short steps and larger ones
/// count steps instead, and keep to the order only roughly.
///
/// A graph runs once at a time: a second run meanwhile throws
/// ``OperationGraphError/alreadyRunning`` at once, and does not wait for the first. That holds for
/// steps that run another graph as well: of two steps that run the same one at the same time, the
/// second fails. Let one of them come after the other, or build a graph for each. A graph keeps its
/// closures until it ends itself.
public final class OperationGraph: Sendable {
  let store: GraphStore
  private let isRunning = Atomic<Bool>(false)

  /// A graph of the steps that `build` adds.
  ///
  /// - Parameters:
  ///   - name: what errors and reports call it.
  ///   - steps: how many steps to make room for.
  ///   - edges: how many edges to make room for.
  ///   - build: adds the steps; it is called at once, and once.
  /// - Throws: ``OperationGraphError/cycle``, ``OperationGraphError/wouldDeadlock``.
  public init(
    _ name: String = "", steps: Int = 0, edges: Int = 0, build: (inout Builder) -> Void
  ) throws(OperationGraphError) {
    var builder = Builder(steps: steps, edges: edges)
    build(&builder)
    store = try GraphStore(builder.draft, name: name)
  }

  /// A graph of `count` numbered steps, all of which run one closure: ``run(workers:_:)``.
  ///
  /// - Parameters:
  ///   - name: what errors and reports call it.
  ///   - count: the number of steps.
  ///   - edges: pairs of numbers; the second step requires the first.
  /// - Throws: ``OperationGraphError/cycle``.
  public init(
    _ name: String = "", count: Int, edges: some Collection<(Int, Int)>
  ) throws(OperationGraphError) {
    require(count >= 0, "The graph “\(name)” cannot have \(count) steps.")
    var draft = GraphDraft(nodes: count, edges: edges.count)
    for _ in 0..<count { _ = draft.add(.indexed) }
    for (upstream, downstream) in edges {
      require(
        0 <= upstream && upstream < count && 0 <= downstream && downstream < count,
        "The edge \(upstream) to \(downstream) leads out of a graph of \(count) steps.")
      draft.connect(UInt32(upstream), to: UInt32(downstream), isOrderOnly: false)
    }
    store = try GraphStore(draft, name: name)
  }

  /// The graph's name.
  public var name: String { store.name }
  /// The number of steps, milestones included.
  public var count: Int { store.count }
  /// The number of edges.
  public var edgeCount: Int { store.edgeCount }

  /// The name of a step.
  public func name(of step: Node) -> String { store.name(of: Int(step.index)) }

  /// Takes the one right to run.
  func begin() throws(OperationGraphError) {
    guard !isRunning.exchange(true, ordering: .acquiringAndReleasing) else {
      throw OperationGraphError(code: .alreadyRunning, graph: name)
    }
  }

  func end() { isRunning.store(false, ordering: .releasing) }
}
