extension OperationManager {
  /// Gives the manager an operation whose body blocks its thread.
  ///
  /// The body runs on a thread of its own, never on one that tasks share: waiting for a disk or for
  /// a library without asynchronous calls, it keeps nobody else from running. It takes a place in
  /// the manager like any other operation.
  ///
  /// The parameters are those of
  /// ``submit(_:conditions:after:following:fileID:line:body:)``. The body finds its operation in
  /// ``OperationContext/current``, where it reports progress and sees that it is to end: it is not
  /// interrupted. If the operation is cancelled, it ends when its body has returned, and one that
  /// has not got its thread yet never runs.
  ///
  /// To wait for another operation, the body calls ``OperationHandle/wait(timeout:)``. As in an
  /// asynchronous body, the wait gives the place in the manager to others, ends when the operation
  /// is cancelled, and throws if it could never end. Meanwhile the thread does not count among the
  /// 64 that run blocking bodies at the same time.
  ///
  /// - Returns: the handle by which it is followed.
  @discardableResult
  public func submitBlocking<each Dependency: OperationEdgeConvertible, Output: Sendable>(
    _ options: OperationOptions = OperationOptions(),
    conditions: [OperationCondition<Output>] = [],
    after dependencies: repeat each Dependency,
    following order: AnyOperationHandle...,
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
      handle, edges: edges(repeat each dependencies, following: order), parent: nil,
      isSubmitted: true)
    return handle
  }
}
