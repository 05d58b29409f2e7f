internal import StageFloor
internal import Synchronization

extension OperationGraph {
  /// Collects the steps of a graph and their dependencies.
  ///
  /// A step can depend only on steps of the same builder; anything else stops the program. A step
  /// must be added before another can name it in `after:` or `following:`; ``connect(_:to:)`` adds
  /// any other edge.
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
    ///   - order: Steps that must have ended before, with any outcome.
    ///   - expected: The expected duration, used until a run has measured the step.
    ///   - body: The work of the step. If it throws, the step fails.
    /// - Returns: The step, for use as a dependency of other steps.
    @inlinable
    @discardableResult
    public mutating func add(
      _ name: String = "", on lane: Lane = .compute, after required: Node...,
      following order: Node..., expected: Duration? = nil,
      body: @escaping @isolated(any) @Sendable () throws -> Void
    ) -> Node {
      let node = place(lane, body)
      if !name.isEmpty { call(node, name) }
      if let expected { expect(node, expected) }
      for upstream in required { connect(upstream, to: node) }
      for upstream in order { connectOrder(upstream, to: node) }
      return node
    }

    /// Adds a step with an asynchronous closure.
    ///
    /// It runs where the closure is isolated. `on: .main` only says when the step starts; the
    /// blocking lane is for synchronous closures.
    ///
    /// - Parameters:
    ///   - name: The name used in errors, reports and traces.
    ///   - required: Steps that must have succeeded before; if one does not, this step is
    ///     cancelled.
    ///   - order: Steps that must have ended before, with any outcome.
    ///   - expected: The expected duration, used until a run has measured the step.
    ///   - body: The work of the step. If it throws, the step fails.
    /// - Returns: The step, for use as a dependency of other steps.
    @inlinable
    @discardableResult
    public mutating func add(
      _ name: String = "", after required: Node..., following order: Node...,
      expected: Duration? = nil, body: @escaping @isolated(any) @Sendable () async throws -> Void
    ) -> Node {
      let node = placeAsynchronous(body)
      if !name.isEmpty { call(node, name) }
      if let expected { expect(node, expected) }
      for upstream in required { connect(upstream, to: node) }
      for upstream in order { connectOrder(upstream, to: node) }
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
    ///   - order: Steps that must have ended before, with any outcome.
    ///   - expected: The expected duration, used until a run has measured the step.
    ///   - body: The work of the step. If it throws, the step fails.
    /// - Returns: The step, for use as a dependency of other steps.
    @inlinable
    @_disfavoredOverload
    @discardableResult
    public mutating func add(
      _ name: String = "", after required: Node..., following order: Node...,
      expected: Duration? = nil, nonisolated body: @escaping @Sendable () async throws -> Void
    ) -> Node {
      let node = placeNonisolated(body)
      if !name.isEmpty { call(node, name) }
      if let expected { expect(node, expected) }
      for upstream in required { connect(upstream, to: node) }
      for upstream in order { connectOrder(upstream, to: node) }
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
    ///   - order: Steps that must have ended before, with any outcome.
    ///   - expected: The expected duration, used until a run has measured the step.
    ///   - body: The work of the step. If it throws, the step fails.
    /// - Returns: The step, for use as a dependency of other steps.
    @inlinable
    @discardableResult
    public mutating func add(
      _ name: String = "", on lane: Lane, after required: Node..., following order: Node...,
      expected: Duration? = nil, body: @escaping @MainActor @Sendable () async throws -> Void
    ) -> Node {
      checkIsMain(lane)
      let node = placeAsynchronous(body)
      if !name.isEmpty { call(node, name) }
      if let expected { expect(node, expected) }
      for upstream in required { connect(upstream, to: node) }
      for upstream in order { connectOrder(upstream, to: node) }
      return node
    }

    /// Adds a point that other code can wait for, for example with
    /// ``OperationGraph/run(until:_:)``.
    ///
    /// - Parameters:
    ///   - name: The name used in errors, reports and traces.
    ///   - required: The steps that make up the milestone. If one does not succeed, the milestone
    ///     cannot be reached.
    ///   - blocksMain: Whether ``OperationGraph/runOnMain(until:deadline:_:)`` may wait for it. If
    ///     so, no asynchronous main-actor step may precede it.
    /// - Returns: The milestone.
    public mutating func milestone(
      _ name: String, after required: Node..., blocksMain: Bool = false
    ) -> Milestone {
      let node = Node(index: draft.add(.milestone), stamp: stamp)
      if blocksMain { draft.letBlock(node.index) }
      call(node, name)
      for upstream in required { connect(upstream, to: node) }
      return Milestone(node: node)
    }

    /// Makes `downstream` require `upstream`: unless `upstream` succeeds, `downstream` is
    /// cancelled.
    ///
    /// Only edges added with this method or ``connectOrder(_:to:)`` can close a cycle. Adding the
    /// same edge twice is harmless.
    ///
    /// - Parameters:
    ///   - upstream: The step that must succeed first.
    ///   - downstream: The step that waits.
    public mutating func connect(_ upstream: Node, to downstream: Node) {
      check(upstream)
      check(downstream)
      draft.connect(upstream.index, to: downstream.index, isOrderOnly: false)
    }

    /// Makes `downstream` start after `upstream` has ended, with any outcome.
    ///
    /// - Parameters:
    ///   - upstream: The step that must end first.
    ///   - downstream: The step that waits.
    public mutating func connectOrder(_ upstream: Node, to downstream: Node) {
      check(upstream)
      check(downstream)
      draft.connect(upstream.index, to: downstream.index, isOrderOnly: true)
    }

    @usableFromInline
    mutating func place(
      _ lane: Lane, _ body: @escaping @isolated(any) @Sendable () throws -> Void
    ) -> Node {
      var kind: GraphNodeKind =
        switch lane {
        case .compute: .plain
        case .main: .main
        case .blocking: .blocking
        }
      if let isolation = body.isolation {
        // A closure isolated to another actor has to be awaited.
        guard isolation === MainActor.shared else { return placeAsynchronous(body) }
        kind = .main
      }
      let index = draft.add(kind)
      // A synchronous closure is always called where it is isolated, so its isolation can be
      // dropped from its type: the memory is written as one type and read as the other, and both
      // have the same layout. Casting the value would wrap it in a second closure.
      (draft.nodes + Int(index)).isolated.initialize(to: IsolatedBody(call: body))
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

    @usableFromInline
    mutating func placeNonisolated(
      _ body: @escaping @Sendable () async throws -> Void
    ) -> Node {
      let index = draft.add(.nonisolated)
      (draft.nodes + Int(index)).nonisolated.initialize(to: NonisolatedBody(call: body))
      return Node(index: index, stamp: stamp)
    }

    @usableFromInline
    mutating func expect(_ node: Node, _ duration: Duration) {
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
    mutating func call(_ node: Node, _ name: String) { draft.name(node.index, name) }

    @inline(__always)
    private func check(_ node: Node) {
      require(
        node.stamp == stamp,
        "A step can only wait for steps of its own graph; "
          + "step \(node.index) was made by another builder."
      )
    }
  }
}
