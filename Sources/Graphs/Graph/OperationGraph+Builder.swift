internal import StageFloor
internal import Synchronization

extension OperationGraph {
  /// Collects the steps of a graph and their dependencies.
  ///
  /// A step can depend only on steps of the same builder; anything else stops the program. A step
  /// must be added before another can name it in `after:` or `following:`; ``connect(_:after:)``
  /// and ``connect(_:following:)`` add any other edge.
  public struct Builder: ~Copyable {
    var draft: GraphDraft
    private let stamp: UInt32

    private static let lastStamp = Atomic<UInt32>(0)

    init(steps: Int, edges: Int) {
      stamp = Self.lastStamp.wrappingAdd(1, ordering: .relaxed).newValue
      draft = GraphDraft(nodes: steps, edges: edges, stamp: stamp)
    }

    /// Adds a step with a synchronous closure.
    ///
    /// A closure isolated to the main actor runs on the main lane, regardless of `lane`; one
    /// isolated to another actor runs on that actor.
    ///
    /// - Parameters:
    ///   - name: The name used in errors, reports and traces.
    ///   - lane: Where the step runs.
    ///   - required: Steps that must have succeeded before; if one does not, this step is
    ///     cancelled.
    ///   - earlier: Steps that must have ended before, with any outcome.
    ///   - expected: The expected duration, used until a run has measured the step.
    ///   - body: The work of the step. If it throws, the step fails.
    /// - Returns: The step, for use as a dependency of other steps.
    @inlinable
    @discardableResult
    public mutating func add(
      _ name: String = "", on lane: Lane = .compute, after required: Node...,
      following earlier: Node..., expected: Duration? = nil,
      body: consuming @escaping @isolated(any) @Sendable () throws -> Void
    ) -> Node {
      let node = place(lane, body)
      if !name.isEmpty { setName(name, of: node) }
      if let expected { setExpected(expected, of: node) }
      for upstream in required { connect(node, after: upstream) }
      for upstream in earlier { connect(node, following: upstream) }
      return node
    }

    /// Adds a step with an asynchronous closure.
    ///
    /// It runs where the closure is isolated. `on: .main` only says when the step starts;
    /// ``Lane/thread`` is for synchronous closures.
    ///
    /// - Parameters:
    ///   - name: The name used in errors, reports and traces.
    ///   - required: Steps that must have succeeded before; if one does not, this step is
    ///     cancelled.
    ///   - earlier: Steps that must have ended before, with any outcome.
    ///   - expected: The expected duration, used until a run has measured the step.
    ///   - body: The work of the step. If it throws, the step fails.
    /// - Returns: The step, for use as a dependency of other steps.
    @inlinable
    @discardableResult
    public mutating func add(
      _ name: String = "", after required: Node..., following earlier: Node...,
      expected: Duration? = nil, body: @escaping @isolated(any) @Sendable () async throws -> Void
    ) -> Node {
      let node = placeAsynchronous(body)
      if !name.isEmpty { setName(name, of: node) }
      if let expected { setExpected(expected, of: node) }
      for upstream in required { connect(node, after: upstream) }
      for upstream in earlier { connect(node, following: upstream) }
      return node
    }

    /// Adds a step with a nonisolated asynchronous closure, which runs on its caller's executor.
    ///
    /// This is the fastest form, because entering and leaving the closure does not switch
    /// executors. A main-actor function is accepted too, but is not recognized as one.
    ///
    /// - Parameters:
    ///   - name: The name used in errors, reports and traces.
    ///   - required: Steps that must have succeeded before; if one does not, this step is
    ///     cancelled.
    ///   - earlier: Steps that must have ended before, with any outcome.
    ///   - expected: The expected duration, used until a run has measured the step.
    ///   - body: The work of the step. If it throws, the step fails.
    /// - Returns: The step, for use as a dependency of other steps.
    @inlinable
    @_disfavoredOverload
    @discardableResult
    public mutating func add(
      _ name: String = "", after required: Node..., following earlier: Node...,
      expected: Duration? = nil, nonisolated body: @escaping @Sendable () async throws -> Void
    ) -> Node {
      let node = placeNonisolated(body)
      if !name.isEmpty { setName(name, of: node) }
      if let expected { setExpected(expected, of: node) }
      for upstream in required { connect(node, after: upstream) }
      for upstream in earlier { connect(node, following: upstream) }
      return node
    }

    /// Adds an asynchronous main-actor step; equivalent to leaving out `on: .main`.
    ///
    /// Any lane other than the main lane stops the program.
    ///
    /// - Parameters:
    ///   - name: The name used in errors, reports and traces.
    ///   - lane: The main lane.
    ///   - required: Steps that must have succeeded before; if one does not, this step is
    ///     cancelled.
    ///   - earlier: Steps that must have ended before, with any outcome.
    ///   - expected: The expected duration, used until a run has measured the step.
    ///   - body: The work of the step. If it throws, the step fails.
    /// - Returns: The step, for use as a dependency of other steps.
    @inlinable
    @discardableResult
    public mutating func add(
      _ name: String = "", on lane: Lane, after required: Node..., following earlier: Node...,
      expected: Duration? = nil, body: @escaping @MainActor @Sendable () async throws -> Void
    ) -> Node {
      checkIsMain(lane)
      let node = placeAsynchronous(body)
      if !name.isEmpty { setName(name, of: node) }
      if let expected { setExpected(expected, of: node) }
      for upstream in required { connect(node, after: upstream) }
      for upstream in earlier { connect(node, following: upstream) }
      return node
    }

    /// Adds a point that other code can wait for, for example with
    /// ``OperationGraph/run(until:_:)``.
    ///
    /// - Parameters:
    ///   - name: The name used in errors, reports and traces.
    ///   - required: The steps that make up the milestone. If one does not succeed, the milestone
    ///     cannot be reached.
    ///   - blocksMain: Whether ``OperationGraph/runBlocking(until:deadline:_:)`` may wait for it.
    ///     If so, no asynchronous main-actor step may precede it.
    /// - Returns: The milestone.
    public mutating func milestone(
      _ name: String, after required: Node..., blocksMain: Bool = false
    ) -> Milestone {
      let node = Node(index: draft.add(.milestone), stamp: stamp)
      if blocksMain { draft.markBlocking(node.index) }
      setName(name, of: node)
      for upstream in required { connect(node, after: upstream) }
      return Milestone(node: node)
    }

    /// Makes a step require another one: unless `required` succeeds, `step` is cancelled.
    ///
    /// Only edges added with this method or ``connect(_:following:)`` can close a cycle. Adding the
    /// same edge twice is harmless.
    ///
    /// - Parameters:
    ///   - step: The step that waits.
    ///   - required: The step that must succeed first.
    public mutating func connect(_ step: Node, after required: Node) {
      check(required)
      check(step)
      draft.connect(required.index, to: step.index, isOrderOnly: false)
    }

    /// Makes a step start after another one has ended, with any outcome.
    ///
    /// - Parameters:
    ///   - step: The step that waits.
    ///   - earlier: The step that must end first.
    public mutating func connect(_ step: Node, following earlier: Node) {
      check(earlier)
      check(step)
      draft.connect(earlier.index, to: step.index, isOrderOnly: true)
    }

    @usableFromInline
    mutating func place(
      _ lane: Lane, _ body: consuming @escaping @isolated(any) @Sendable () throws -> Void
    ) -> Node {
      var kind: GraphNodeKind =
        switch lane {
        case .compute: .plain
        case .main: .main
        case .thread: .thread
        }
      // Its memory takes the closure over and lends it: nothing retains it on the way.
      let stored = IsolatedBody(call: body)
      if let isolation = stored.isolation {
        // A closure isolated to another actor has to be awaited.
        guard isolation === MainActor.shared else { return placeAsynchronous(stored.call) }
        kind = .main
      }
      let index = draft.add(kind)
      // A synchronous closure is always called where it is isolated, so its isolation can be
      // dropped from its type: the memory is written as one type and read as the other, and both
      // have the same layout. Casting the value would wrap it in a second closure.
      (draft.nodes + Int(index)).isolated.initialize(to: stored)
      return Node(index: index, stamp: stamp)
    }

    @usableFromInline
    mutating func placeAsynchronous(
      _ body: @escaping @isolated(any) @Sendable () async throws -> Void
    ) -> Node {
      let isMain = body.isolation === MainActor.shared
      let index = draft.add(isMain ? .mainAsynchronous : .asynchronous)
      (draft.nodes + Int(index)).asynchronous.initialize(to: AsynchronousBody(call: body))
      return Node(index: index, stamp: stamp)
    }

    mutating func placeProducer(
      onMain isMain: Bool, _ body: @escaping @Sendable () async throws -> Void
    ) -> Node {
      guard isMain else { return placeNonisolated(body) }
      let index = draft.add(.mainAsynchronous)
      (draft.nodes + Int(index)).asynchronous.initialize(to: AsynchronousBody { try await body() })
      return Node(index: index, stamp: stamp)
    }

    @usableFromInline
    mutating func placeNonisolated(
      _ body: @escaping @Sendable () async throws -> Void
    ) -> Node {
      let index = draft.add(.nonisolated)
      (draft.nodes + Int(index)).nonisolated.initialize(to: NonisolatedBody(call: body))
      return Node(index: index, stamp: stamp)
    }

    @usableFromInline
    mutating func setExpected(_ duration: Duration, of node: Node) {
      // The cap keeps sums over all steps of a small graph from overflowing.
      let length = Swift.min(Swift.max(duration.wholeNanoseconds, 0), 1 << 50)
      draft.expect(node.index, toTake: length)
    }

    @usableFromInline
    func checkIsMain(_ lane: Lane) {
      require(
        lane == .main,
        "A closure of the main actor runs on the main lane, not on \(lane): leave out `on:`.")
    }

    @usableFromInline
    mutating func setName(_ name: String, of node: Node) { draft.name(node.index, name) }

    @inline(__always)
    private func check(_ node: Node) {
      require(
        node.stamp == stamp,
        "A step can only wait for steps of its own graph; "
          + "step \(node.index) belongs to another builder."
      )
    }
  }
}

extension OperationGraph {
  /// Builds a graph and returns it with the result of `build`, such as its milestones or steps.
  ///
  /// ```swift
  /// let (launch, firstScreen) = try OperationGraph.build("launch") { graph in
  ///   let collector = graph.add("collector") { startCollector() }
  ///   let page = graph.add("launch page", after: collector) { @MainActor in showLaunchPage() }
  ///   graph.add("caches", after: collector) { try await warmCaches() }
  ///   return graph.milestone("first screen", after: page)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name used in errors and reports.
  ///   - steps: The number of steps to reserve space for.
  ///   - edges: The number of edges to reserve space for.
  ///   - build: Adds the steps. It is called once, before this method returns.
  /// - Returns: The graph, and the value that `build` returned.
  /// - Throws: ``OperationGraphError/cycle``, ``OperationGraphError/wouldDeadlock``.
  public static func build<Points>(
    _ name: String = "", steps: Int = 0, edges: Int = 0, build: (inout Builder) -> Points
  ) throws(OperationGraphError) -> (graph: OperationGraph, points: Points) {
    var points: Points?
    let graph = try OperationGraph(name, steps: steps, edges: edges) { builder in
      points = build(&builder)
    }
    guard let points else { preconditionFailure("A graph was made without being built.") }
    return (graph, points)
  }
}
