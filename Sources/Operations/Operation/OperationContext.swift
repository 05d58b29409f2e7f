internal import StageFloor

/// An operation as its body sees it.
///
/// A type gets it in ``AsyncOperation/run(_:)``; a closure finds it in ``current``. Conditions get one
/// as well. All its methods may be called from any thread or task.
public struct OperationContext: Sendable {
  /// The context of the operation whose body is running, also in its child tasks, in tasks that it
  /// starts, and on the thread of a blocking body.
  @TaskLocal public static var current: OperationContext?

  let handle: AnyOperationHandle

  /// The number of this attempt, from 1 on; 0 while the conditions are asked before the first.
  ///
  /// A volatile condition that is asked right before the body finds the number that the body will.
  public let attempt: Int

  let dependencies: [AnyOperationHandle?]

  /// Set on the thread of a blocking body.
  let thread: BlockingBody?

  init(
    handle: AnyOperationHandle, attempt: Int, dependencies: [AnyOperationHandle?],
    thread: BlockingBody? = nil
  ) {
    self.handle = handle
    self.attempt = attempt
    self.dependencies = dependencies
    self.thread = thread
  }

  /// The operation itself.
  public var operation: AnyOperationHandle { handle }

  /// The manager that runs it.
  public var manager: OperationManager { handle.manager }

  /// Whether somebody has asked the operation to end, or its time is over.
  ///
  /// The task in which the body runs is cancelled as well. On the thread of a blocking body there is
  /// no task: this is how it learns of it.
  public var isCancelled: Bool {
    Engine.shared.lock.withLock {
      handle.details.isCancelRequested || handle.details.isAttemptOver
        || handle.details.verdict != nil
    }
  }

  /// Tells how much of the work is done.
  ///
  /// The last call counts; one after the end does nothing.
  ///
  /// - Parameter fraction: from 0 to 1; what is outside counts as the nearer end, and what is not a
  ///   number changes nothing.
  public func report(progress fraction: Double) {
    guard !fraction.isNaN else { return }
    handle.manager.report(min(max(fraction, 0), 1), of: handle)
  }

  /// Runs something that blocks its thread on a thread that is not shared with tasks.
  ///
  /// `body` finds this context in ``current``; other task-local values do not reach it. If the
  /// operation is cancelled before a thread was free, `body` does not run.
  ///
  /// - Parameter body: what to do; it is not interrupted when the operation is cancelled.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws; `CancellationError` if it did not run.
  public func blocking<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await onThread(body)
  }
}
