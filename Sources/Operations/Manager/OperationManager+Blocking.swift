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
  ///   - order: Further operations that must end first, however they end.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: Does the work with the values of the dependencies, and may block its thread.
  /// - Returns: The handle of the operation.
  @discardableResult
  public func submitOnThread<each Dependency: OperationDependency, Output: Sendable>(
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
