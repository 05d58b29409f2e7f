internal import StageFloor
internal import Synchronization

extension OperationGraph {
  /// Takes down the steps of a graph and what they wait for.
  ///
  /// A step may wait only for steps of the same builder; anything else is a mistake that stops the
  /// program. Steps may be added in any order that names each before it is waited for;
  /// ``connect(_:to:)`` says the rest.
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
    /// A closure of the main actor runs on the main lane, whatever `lane` says; one of another
    /// actor runs on that actor.
    ///
    /// - Parameters:
    ///   - name: what errors, reports and traces call it.
    ///   - lane: where it runs.
    ///   - required: steps that must have succeeded before; if one does not, this is cancelled.
    ///   - order: steps that must have ended before, however they ended.
    ///   - expected: how long it takes, if somebody knows; until a run has measured it.
    ///   - body: what it does. If it throws, the step has failed.
    /// - Returns: the step, for others to wait for.
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
    /// It runs where the closure is isolated. `on: .main` only says when the step's turn comes; the
    /// blocking lane is for synchronous closures.
    ///
    /// - Parameters:
    ///   - name: what errors, reports and traces call it.
    ///   - required: steps that must have succeeded before; if one does not, this is cancelled.
    ///   - order: steps that must have ended before, however they ended.
    ///   - expected: how long it takes, if somebody knows; until a run has measured it.
    ///   - body: what it does. If it throws, the step has failed.
    /// - Returns: the step, for others to wait for.
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

    /// Adds a step with an asynchronous closure that is not isolated, and stays where it is called.
    ///
    /// The fastest form, since no executor is changed on the way into the closure and out of it. A
    /// function of the main actor is accepted too, but not seen to be one.
    ///
    /// - Parameters:
    ///   - name: what errors, reports and traces call it.
    ///   - required: steps that must have succeeded before; if one does not, this is cancelled.
    ///   - order: steps that must have ended before, however they ended.
    ///   - expected: how long it takes, if somebody knows; until a run has measured it.
    ///   - body: what it does. If it throws, the step has failed.
    /// - Returns: the step, for others to wait for.
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

    /// Adds an asynchronous step of the main actor; the same as without `on: .main`.
    ///
    /// Another lane than the main one is a mistake that stops the program.
    ///
    /// - Parameters:
    ///   - name: what errors, reports and traces call it.
    ///   - lane: the main lane.
    ///   - required: steps that must have succeeded before; if one does not, this is cancelled.
    ///   - order: steps that must have ended before, however they ended.
    ///   - expected: how long it takes, if somebody knows; until a run has measured it.
    ///   - body: what it does. If it throws, the step has failed.
    /// - Returns: the step, for others to wait for.
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

    /// Adds a point that others can wait for, with ``OperationGraph/run(until:_:)`` for example.
    ///
    /// - Parameters:
    ///   - name: what errors, reports and traces call it.
    ///   - required: the steps that make it up. If one does not succeed, it cannot be reached.
    ///   - blocksMain: whether ``OperationGraph/runOnMain(until:deadline:_:)`` may wait for it. Then
    ///     no asynchronous step of the main actor may be before it.
    /// - Returns: the milestone.
    public mutating func milestone(
      _ name: String, after required: Node..., blocksMain: Bool = false
    ) -> Milestone {
      let node = Node(index: draft.add(.milestone), stamp: stamp)
      if blocksMain { draft.letBlock(node.index) }
      call(node, name)
      for upstream in required { connect(upstream, to: node) }
      return Milestone(node: node)
    }

    /// Says that `downstream` requires `upstream`: without its success it is cancelled.
    ///
    /// Only edges that are said like this, or with ``connectOrder(_:to:)``, can close a circle. It
    /// does no harm to say an edge twice.
    public mutating func connect(_ upstream: Node, to downstream: Node) {
      check(upstream)
      check(downstream)
      draft.connect(upstream.index, to: downstream.index, isOrderOnly: false)
    }

    /// Says that `downstream` starts after the end of `upstream`, whatever it was.
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
        // Another actor's closure has to be awaited.
        guard isolation === MainActor.shared else { return placeAsynchronous(body) }
        kind = .main
      }
      let index = draft.add(kind)
      // Called where it is isolated, so that its isolation can be left out of its type: the memory
      // is written as one type and read as the other, which is laid out alike. A cast of the value
      // would wrap it into a second closure.
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
      // Sums of as many as a small graph has do not overflow.
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
        "A step can only wait for steps of its own graph; step \(node.index) was made by another builder."
      )
    }
  }
}
