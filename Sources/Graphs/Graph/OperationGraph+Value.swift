extension OperationGraph {
  /// The result of a step, as later steps and the report receive it.
  public struct Value<Output: Sendable>: Sendable, Hashable {
    /// The step that produces the value, for use as a dependency of other steps.
    public let node: Node
    let slot: Int
  }
}

extension OperationGraph.Builder {
  /// Adds a step whose result other steps receive.
  ///
  /// ```swift
  /// let settings = graph.value("settings") { try await loadSettings() }
  /// let reader = graph.value("reader") { try await logIn() }
  /// graph.value("first page", from: settings, reader) { @MainActor settings, reader in
  ///   showFirstPage(for: reader, settings)
  /// }
  /// ```
  ///
  /// The closure has one parameter for each of `inputs`, whose steps it requires. If their numbers
  /// differ, the compiler reports that the pack expansions "must have the same shape". The step is
  /// asynchronous, even if its closure does not await, and runs where the closure is isolated. Each
  /// run has its own values; it releases them with its report.
  ///
  /// - Parameters:
  ///   - name: The name used in errors, reports and traces.
  ///   - inputs: The values that the closure receives.
  ///   - required: Further steps that must have succeeded before.
  ///   - earlier: Steps that must have ended before, with any outcome.
  ///   - expected: The expected duration, used until a run has measured the step.
  ///   - body: The work of the step, which returns the value. If it throws, the step fails.
  /// - Returns: The value, for other steps and for ``OperationGraph/Report/value(of:)``.
  @discardableResult
  public mutating func value<each Input: Sendable, Output: Sendable>(
    _ name: String = "", from inputs: repeat OperationGraph.Value<each Input>,
    after required: OperationGraph.Node..., following earlier: OperationGraph.Node...,
    expected: Duration? = nil,
    body: @escaping @isolated(any) @Sendable (repeat each Input) async throws -> Output
  ) -> OperationGraph.Value<Output> {
    let slot = draft.addValue()
    let inputSlots = (repeat ValueSlot<each Input>(number: (each inputs).slot))
    let node = placeProducer(onMain: body.isolation === MainActor.shared) {
      let values = StepValues.ofCurrentRun
      values.store(try await body(repeat values.load(each inputSlots)), in: slot)
    }
    for input in repeat each inputs { connect(node, after: input.node) }
    complete(node, name, after: required, following: earlier, expected)
    return OperationGraph.Value(node: node, slot: slot)
  }

  /// Adds a step that receives the results of any number of steps, in one array.
  ///
  /// ```swift
  /// let maps = branches.map { branch in graph.value { try await loadMap(of: branch) } }
  /// let atlas = graph.value("atlas", from: maps) { maps in maps.joined(separator: ", ") }
  /// ```
  ///
  /// The array of the closure is in the order of `inputs`. Everything else is as for a step with a
  /// parameter for each input.
  ///
  /// - Parameters:
  ///   - name: The name used in errors, reports and traces.
  ///   - inputs: The values that the closure receives.
  ///   - required: Further steps that must have succeeded before.
  ///   - earlier: Steps that must have ended before, with any outcome.
  ///   - expected: The expected duration, used until a run has measured the step.
  ///   - body: The work of the step, which returns the value. If it throws, the step fails.
  /// - Returns: The value, for other steps and for ``OperationGraph/Report/value(of:)``.
  /// - Complexity: O(*n*) for *n* inputs, here and in each run.
  @discardableResult
  public mutating func value<Input: Sendable, Output: Sendable>(
    _ name: String = "", from inputs: [OperationGraph.Value<Input>],
    after required: OperationGraph.Node..., following earlier: OperationGraph.Node...,
    expected: Duration? = nil,
    body: @escaping @isolated(any) @Sendable ([Input]) async throws -> Output
  ) -> OperationGraph.Value<Output> {
    let slot = draft.addValue()
    let inputSlots = inputs.map { ValueSlot<Input>(number: $0.slot) }
    let node = placeProducer(onMain: body.isolation === MainActor.shared) {
      let values = StepValues.ofCurrentRun
      values.store(try await body(inputSlots.map { values.load($0) }), in: slot)
    }
    for input in inputs { connect(node, after: input.node) }
    complete(node, name, after: required, following: earlier, expected)
    return OperationGraph.Value(node: node, slot: slot)
  }

  private mutating func complete(
    _ node: OperationGraph.Node, _ name: String, after required: [OperationGraph.Node],
    following earlier: [OperationGraph.Node], _ expected: Duration?
  ) {
    if !name.isEmpty { setName(name, of: node) }
    if let expected { setExpected(expected, of: node) }
    for upstream in required { connect(node, after: upstream) }
    for upstream in earlier { connect(node, following: upstream) }
  }
}

extension OperationGraph.Report {
  /// Returns the value of a step.
  ///
  /// - Parameter value: A value of the graph that ran.
  /// - Returns: What the closure of the step returned.
  /// - Throws: ``OperationGraphError/stepFailed`` if the step failed, or was cancelled because one
  ///   that it requires failed; `CancellationError` if the run was cancelled.
  public func value<Output>(of value: OperationGraph.Value<Output>) throws -> Output {
    let cause: UInt32
    switch outcome(of: value.node) {
    case .succeeded:
      guard let values else { preconditionFailure("The report of a run has its values.") }
      return values.load(ValueSlot(number: value.slot))
    case .failed: cause = value.node.index
    case .cancelled(.requirementFailed(let node)): cause = node.index
    case .cancelled(.runCancelled): throw CancellationError()
    }
    throw OperationGraphError(
      code: .stepFailed, graph: store.name, steps: [store.name(of: Int(cause))],
      underlying: failures.first { $0.index == cause }?.error, report: self)
  }
}
