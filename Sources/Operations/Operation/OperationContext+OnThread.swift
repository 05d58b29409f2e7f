internal import StageFloor

extension OperationContext {
  /// Runs blocking code on a thread that is not shared with tasks.
  ///
  /// `body` finds this context in ``current``; other task-local values are not visible to it. If
  /// the operation is cancelled before a thread is available, `body` does not run.
  ///
  /// - Parameter body: The code to run. Cancelling the operation does not interrupt it.
  /// - Returns: The return value of `body`.
  /// - Throws: The error of `body`, or `CancellationError` if it did not run.
  public func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let thread = BlockingBody(isBody: Engine.shared.isBody(of: self))
    let context = OperationContext(
      handle: handle, attempt: attempt, dependencies: dependencies, thread: thread)
    return try await withTaskCancellationHandler {
      try await BlockingThreads.shared.perform {
        try OperationContext.$current.withValue(context) { try body() }
      }
    } onCancel: {
      thread.cancel()
    }
  }
}
