extension OperationManager {
  /// Gives the manager an operation.
  ///
  /// ```swift
  /// let feed = manager.submit("feed", after: login, config.result) { reader, config in
  ///   try await load(for: reader, config)
  /// }
  /// ```
  ///
  /// The closure has one parameter for each of `dependencies`. If their numbers differ, the compiler
  /// says that the pack expansions "must have the same shape".
  ///
  /// The closure runs on its actor if it is isolated to one; isolated to the main actor, it takes
  /// part in the manager's budget of main-actor time. It runs in a task of the manager's: task-local
  /// values of the caller do not reach it, and to cancel the caller does not cancel it.
  ///
  /// - Parameters:
  ///   - options: how it is to be run; a string is taken for its name.
  ///   - conditions: what must hold before it runs.
  ///   - dependencies: what comes before it, and hands it a value: handles, or edges made of them.
  ///   - order: what else ends before it starts, however it ends.
  ///   - fileID: the file of the call; leave it out.
  ///   - line: the line of the call; leave it out.
  ///   - body: does the work, with what the dependencies lead to.
  /// - Returns: the handle by which it is followed.
  @discardableResult
  public func submit<each Dependency: OperationEdgeConvertible, Output: Sendable>(
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
  /// The usual options, under this name.
  public init(stringLiteral name: String) {
    self.init(name)
  }
}
