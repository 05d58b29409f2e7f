internal import StageFloor

/// An operation body, or a part of one, that runs on its own thread while its task waits for it.
final class BlockingBody: Sendable {
  /// Whether the waiting task is the body's own task, not one that the body started.
  let isBody: Bool

  private let lock = LockWord()
  nonisolated(unsafe) private var isCancelled = false  // guard: `lock`
  nonisolated(unsafe) private var endWait: (@Sendable () -> Void)?  // guard: `lock`

  init(isBody: Bool) { self.isBody = isBody }

  deinit { lock.deallocate() }

  /// Ends the current and any later wait.
  func cancel() {
    lock.lock()
    isCancelled = true
    let endWait = self.endWait
    self.endWait = nil
    lock.unlock()
    endWait?()
  }

  /// Runs `wait`, which blocks the thread until `end` is called at the latest, on cancellation.
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

extension Engine {
  /// Whether the calling code is the body of a running operation, not a task that the body started.
  func isBody(of context: OperationContext) -> Bool {
    let task = TaskIdentity.current
    return modify { _ in isBody(of: context, in: task) }
  }

  /// Under the lock; `task` is nil on a thread without a task.
  func isBody(of context: OperationContext, in task: TaskIdentity?) -> Bool {
    guard let task else { return context.thread?.isBody ?? false }
    return context.handle.details.driver?.identity == task
  }
}
