extension OperationContext {
  /// Submits a child of this operation.
  ///
  /// This operation does not end before its children: until then it keeps its categories, which the
  /// children share, and cancelling it cancels them. The outcome of a child does not affect the
  /// outcome of this operation. A child submitted after this operation has ended is cancelled
  /// immediately.
  ///
  /// The parameters are those of
  /// ``OperationManager/submit(_:conditions:after:following:fileID:line:body:)``. A child with a
  /// dependency that waits for this operation fails immediately with
  /// ``OperationError/Kind/wouldDeadlock``.
  ///
  /// - Returns: The handle of the child.
  @discardableResult
  public func submit<each Dependency: OperationEdgeConvertible, Output: Sendable>(
    _ options: OperationOptions = OperationOptions(),
    conditions: [OperationCondition<Output>] = [],
    after dependencies: repeat each Dependency,
    following order: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @isolated(any) @Sendable (repeat (each Dependency).Value) async throws -> Output
  ) -> OperationHandle<Output> {
    let child = manager.makeHandle(
      options, conditions, OperationSite(fileID: fileID, line: line),
      after: repeat each dependencies, body: body)
    Engine.shared.add(
      child, edges: edges(repeat each dependencies, following: order), parent: handle,
      isSubmitted: true)
    return child
  }

  /// Submits a child that is defined as a type.
  ///
  /// It behaves like a child with a closure.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - order: Operations that must end first, however they end.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: The handle of the child.
  @discardableResult
  public func submit<Kind: AsyncOperation>(
    _ operation: Kind, following order: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> OperationHandle<Kind.Output> {
    manager.submit(
      operation, following: order, OperationSite(fileID: fileID, line: line), parent: handle)
  }
}
