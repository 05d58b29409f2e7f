extension OperationManager {
  /// Submits an operation.
  ///
  /// ```swift
  /// let feed = manager.submit("feed", after: login, config.result) { reader, config in
  ///   try await load(for: reader, config)
  /// }
  /// ```
  ///
  /// The closure has one parameter for each of `dependencies`. If their numbers differ, the
  /// compiler reports that the pack expansions "must have the same shape".
  ///
  /// The closure runs on its actor if it is isolated to one; on the main actor, its time counts
  /// towards the manager's main-actor budget. It runs in a task of the manager: task-local values
  /// of the caller are not visible in it, and cancelling the caller does not cancel it.
  ///
  /// - Parameters:
  ///   - options: The options; a string literal sets the name.
  ///   - conditions: The conditions that must hold before the operation runs.
  ///   - dependencies: The operations that must end first and supply values: handles, or edges made
  ///     from handles.
  ///   - predecessors: Further operations that must end first, however they end.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: Does the work, with the values of the dependencies.
  /// - Returns: The handle of the operation.
  @discardableResult
  public func submit<each Dependency: OperationDependency, Output: Sendable>(
    _ options: OperationOptions = OperationOptions(),
    conditions: [OperationCondition<Output>] = [],
    after dependencies: repeat each Dependency,
    following predecessors: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @isolated(any) @Sendable (repeat (each Dependency).Value) async throws -> Output
  ) -> OperationHandle<Output> {
    let handle = makeHandle(
      options, conditions, OperationSite(fileID: fileID, line: line),
      after: repeat each dependencies, body: body)
    Engine.shared.add(
      handle, edges: edges(repeat each dependencies, following: predecessors), parent: nil,
      isSubmitted: true)
    return handle
  }
}

extension OperationOptions: ExpressibleByStringInterpolation {
  /// Creates the default options with a name.
  ///
  /// - Parameter name: The name.
  public init(stringLiteral name: String) {
    self.init(name)
  }
}

extension OperationManager {
  /// Submits an operation that is defined as a type.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - predecessors: Operations that must end first, however they end.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: The handle of the operation.
  @discardableResult
  public func submit<Kind: AsyncOperation>(
    _ operation: Kind, following predecessors: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> OperationHandle<Kind.Output> {
    submit(operation, following: predecessors, OperationSite(fileID: fileID, line: line))
  }

  func submit<Kind: AsyncOperation>(
    _ operation: Kind, following predecessors: [AnyOperationHandle], _ site: OperationSite,
    parent: AnyOperationHandle? = nil
  ) -> OperationHandle<Kind.Output> {
    let handle = makeHandle(operation, site)
    let edges = predecessors.map { Edge(kind: .follows, dependency: $0) }
    Engine.shared.add(
      handle, edges: edges, parent: parent, isSubmitted: true, traits: .schedulesItself)
    return handle
  }

  func makeHandle<Kind: AsyncOperation>(
    _ operation: Kind, _ site: OperationSite
  ) -> OperationHandle<Kind.Output> {
    let handle = OperationHandle<Kind.Output>(
      manager: self, options: operation.options, site: site, conditions: operation.conditions,
      schedulesItself: true
    ) { context, _ in
      try await operation.run(context)
    }
    handle.schedule = { handle, number in
      operation.schedule(
        ReadyOperation(operation: operation, handle: handle, number: number), in: handle.manager)
    }
    return handle
  }
}

extension OperationManager {
  /// Submits an operation whose body blocks its thread.
  ///
  /// The body runs on a dedicated thread, never on one that tasks share, so it can wait for a disk
  /// or a library without asynchronous calls without delaying other work. It takes a slot in the
  /// manager like any other operation.
  ///
  /// Through ``OperationContext/current`` the body reports progress and checks for cancellation,
  /// which does not interrupt it. A cancelled operation ends when its body has returned; if no
  /// thread was available before the cancellation, the body never runs.
  ///
  /// To wait for another operation, the body calls ``OperationHandle/valueBlocking(timeout:)``. As
  /// in an asynchronous body, the wait frees the slot of the operation, ends when the operation is
  /// cancelled, and throws if it could never end. During the wait, the thread does not count
  /// towards the limit of 64 blocking bodies at the same time.
  ///
  /// - Parameters:
  ///   - options: The options; a string literal sets the name.
  ///   - conditions: The conditions that must hold before the operation runs.
  ///   - dependencies: The operations that must end first and supply values: handles, or edges made
  ///     from handles.
  ///   - predecessors: Further operations that must end first, however they end.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: Does the work with the values of the dependencies, and may block its thread.
  /// - Returns: The handle of the operation.
  @discardableResult
  public func submitOnThread<each Dependency: OperationDependency, Output: Sendable>(
    _ options: OperationOptions = OperationOptions(),
    conditions: [OperationCondition<Output>] = [],
    after dependencies: repeat each Dependency,
    following predecessors: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (repeat (each Dependency).Value) throws -> Output
  ) -> OperationHandle<Output> {
    let handle = makeHandle(
      options, conditions, OperationSite(fileID: fileID, line: line),
      after: repeat each dependencies
    ) { @Sendable (inputs: repeat (each Dependency).Value) async throws -> Output in
      guard let context = OperationContext.current else {
        preconditionFailure("A body runs in the context of its operation.")
      }
      return try await context.onThread { try body(repeat each inputs) }
    }
    Engine.shared.add(
      handle, edges: edges(repeat each dependencies, following: predecessors), parent: nil,
      isSubmitted: true)
    return handle
  }
}

extension OperationManager {
  /// Creates the handle of an operation with a closure.
  func makeHandle<each Dependency: OperationDependency, Output: Sendable>(
    _ options: OperationOptions, _ conditions: [OperationCondition<Output>],
    _ site: OperationSite, after dependencies: repeat each Dependency,
    body: @escaping @isolated(any) @Sendable (repeat (each Dependency).Value) async throws -> Output
  ) -> OperationHandle<Output> {
    var options = options
    if body.isolation === MainActor.shared { options.lane = .main }
    // The body captures only how to read the values, not the edges: a handle holds its dependencies
    // in one place, where they can be released iteratively.
    let readers = (repeat (each dependencies).operationEdge.reader)
    return OperationHandle(manager: self, options: options, site: site, conditions: conditions) {
      _, dependencies in
      var inputs = dependencies[...]
      return try await body(repeat (each readers).readNext(&inputs))
    }
  }
}
