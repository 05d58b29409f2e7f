extension OperationContext {
  /// Gives the manager an operation that belongs to this one.
  ///
  /// This operation does not end before its children: until then its categories are kept, which the
  /// children share, and when it is cancelled, they are. How they end does not decide how it ends.
  /// A child that is submitted after this operation has ended is cancelled at once.
  ///
  /// The parameters are those of ``OperationManager/submit(_:conditions:after:following:fileID:line:body:)``.
  /// A child that comes after something that waits for this operation fails at once with
  /// ``OperationError/Kind/wouldDeadlock``.
  ///
  /// - Returns: the handle on the child.
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

  /// Gives the manager an operation that is a type of its own, and belongs to this one.
  ///
  /// It is a child like one that runs a closure.
  ///
  /// - Parameters:
  ///   - operation: what to do.
  ///   - order: what ends before it starts, however it ends.
  ///   - fileID: the file of the call; leave it out.
  ///   - line: the line of the call; leave it out.
  /// - Returns: the handle on the child.
  @discardableResult
  public func submit<Kind: AsyncOperation>(
    _ operation: Kind, following order: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> OperationHandle<Kind.Output> {
    manager.submit(
      operation, following: order, OperationSite(fileID: fileID, line: line), parent: handle)
  }
}
