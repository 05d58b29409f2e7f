extension OperationContext {
  /// Submits a child of this operation.
  ///
  /// This operation does not end before its children: until then it keeps its categories, which the
  /// children share, and cancelling it cancels them. The outcome of a child does not affect the
  /// outcome of this operation. A child submitted after this operation has ended is cancelled
  /// immediately.
  ///
  /// A child with a dependency that waits for this operation fails immediately with
  /// ``OperationError/Kind/wouldDeadlock``.
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
  /// - Returns: The handle of the child.
  @discardableResult
  public func submit<each Dependency: OperationDependency, Output: Sendable>(
    _ options: OperationOptions = OperationOptions(),
    conditions: [OperationCondition<Output>] = [],
    after dependencies: repeat each Dependency,
    following predecessors: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @isolated(any) @Sendable (repeat (each Dependency).Value) async throws -> Output
  ) -> OperationHandle<Output> {
    let child = manager.makeHandle(
      options, conditions, OperationSite(fileID: fileID, line: line),
      after: repeat each dependencies, body: body)
    Engine.shared.add(
      child, edges: edges(repeat each dependencies, following: predecessors), parent: handle,
      isSubmitted: true)
    return child
  }

  /// Submits a child that is defined as a type.
  ///
  /// It behaves like a child with a closure.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - predecessors: Operations that must end first, however they end.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: The handle of the child.
  @discardableResult
  public func submit<Kind: AsyncOperation>(
    _ operation: Kind, following predecessors: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> OperationHandle<Kind.Output> {
    manager.submit(
      operation, following: predecessors, OperationSite(fileID: fileID, line: line), parent: handle)
  }
}
