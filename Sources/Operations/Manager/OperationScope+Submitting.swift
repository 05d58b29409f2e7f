extension OperationScope {
  /// Submits an operation that depends on others but takes no values from them, and belongs to the
  /// scope.
  ///
  /// An operation submitted after the scope has been left is cancelled immediately.
  ///
  /// - Parameters:
  ///   - options: The options; a string literal sets the name.
  ///   - conditions: The conditions that must hold before the operation runs.
  ///   - dependency: What must end first: a handle, an edge made from one, or an array of either.
  ///   - others: Further dependencies.
  ///   - predecessors: Further operations that must end first, however they end.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: Does the work.
  /// - Returns: The handle of the operation.
  @discardableResult
  public func submit<Output: Sendable>(
    _ options: OperationOptions = OperationOptions(),
    conditions: [OperationCondition<Output>] = [],
    after dependency: any OperationDependency, _ others: any OperationDependency...,
    following predecessors: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @isolated(any) @Sendable () async throws -> Output
  ) -> OperationHandle<Output> {
    let child = handle.manager.makeHandle(
      options, conditions, OperationSite(fileID: fileID, line: line), body: body)
    Engine.shared.add(
      child, edges: edges([dependency] + others, following: predecessors), parent: handle,
      isSubmitted: true)
    return child
  }

  /// Submits an operation that follows all operations of an array, and belongs to the scope.
  ///
  /// An operation submitted after the scope has been left is cancelled immediately.
  ///
  /// - Parameters:
  ///   - options: The options; a string literal sets the name.
  ///   - conditions: The conditions that must hold before the operation runs.
  ///   - predecessors: The operations that must end first, however they end.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: Does the work.
  /// - Returns: The handle of the operation.
  /// - Complexity: O(*n*), where *n* is the number of predecessors.
  @discardableResult
  public func submit<Output: Sendable>(
    _ options: OperationOptions = OperationOptions(),
    conditions: [OperationCondition<Output>] = [], following predecessors: [AnyOperationHandle],
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @isolated(any) @Sendable () async throws -> Output
  ) -> OperationHandle<Output> {
    let child = handle.manager.makeHandle(
      options, conditions, OperationSite(fileID: fileID, line: line), body: body)
    Engine.shared.add(
      child, edges: predecessors.map { Edge(kind: .follows, dependency: $0) }, parent: handle,
      isSubmitted: true)
    return child
  }
}
