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
  ///   - order: Further operations that must end first, however they end.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: Does the work, with the values of the dependencies.
  /// - Returns: The handle of the operation.
  @discardableResult
  public func submit<each Dependency: OperationDependency, Output: Sendable>(
    _ options: OperationOptions = OperationOptions(),
    conditions: [OperationCondition<Output>] = [],
    after dependencies: repeat each Dependency,
    following order: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @isolated(any) @Sendable (repeat (each Dependency).Value) async throws -> Output
  ) -> OperationHandle<Output> {
    let handle = makeHandle(
      options, conditions, OperationSite(fileID: fileID, line: line),
      after: repeat each dependencies, body: body)
    Engine.shared.add(
      handle, edges: edges(repeat each dependencies, following: order), parent: nil,
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
