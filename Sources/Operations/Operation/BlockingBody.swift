internal import StageFloor

/// A body, or a part of one, that runs on a thread of its own while its task waits for it.
final class BlockingBody: Sendable {
  /// Whether the task of the body itself waits for it, and not one that the body has started.
  let isBody: Bool

  private let lock = LockWord()
  nonisolated(unsafe) private var isCancelled = false  // guard: `lock`
  /// Ends what the thread waits for at the moment.
  nonisolated(unsafe) private var endWait: (@Sendable () -> Void)?  // guard: `lock`

  init(isBody: Bool) { self.isBody = isBody }

  deinit { lock.deallocate() }

  /// The task that waits for it was cancelled.
  func cancel() {
    lock.lock()
    isCancelled = true
    let endWait = self.endWait
    self.endWait = nil
    lock.unlock()
    endWait?()
  }

  /// The thread waits, until `end` is called at the latest.
  ///
  /// - Parameters:
  ///   - end: called when the operation is cancelled, at once if it has been.
  ///   - wait: blocks the thread.
  /// - Returns: what `wait` returns.
  func wait<Result>(endedBy end: @escaping @Sendable () -> Void, _ wait: () -> Result) -> Result {
    lock.lock()
    let isCancelled = self.isCancelled
    if !isCancelled { endWait = end }
    lock.unlock()
    if isCancelled { end() }
    let result = BlockingThreads.shared.withWaitingThread(wait)
    lock.lock()
    let endWait = self.endWait
    self.endWait = nil
    lock.unlock()
    withExtendedLifetime(endWait) {}
    return result
  }
}

extension OperationContext {
  /// Runs `body` on a thread that may be blocked, where it finds this context as the current one.
  func onThread<Result: Sendable>(
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

extension Engine {
  /// Whether this code is the body itself of a running operation, and not a task that it started.
  func isBody(of context: OperationContext) -> Bool {
    let task = TaskIdentity.current
    return lock.withLock { isBody(of: context, in: task) }
  }

  /// The same under the lock.
  ///
  /// - Parameters:
  ///   - context: what the code has for its context.
  ///   - task: the task that runs the code; nil on a thread that runs none.
  /// - Returns: whether it is the body itself.
  func isBody(of context: OperationContext, in task: TaskIdentity?) -> Bool {
    guard let task else { return context.thread?.isBody ?? false }
    return context.handle.details.driver?.identity == task
  }
}
