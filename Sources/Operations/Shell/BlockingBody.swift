internal import StageFloor

/// An operation body, or a part of one, that runs on its own thread while its task waits for it.
final class BlockingBody: Sendable {
  /// Whether the waiting task is the body's own task, not one that the body started.
  let isBody: Bool

  private struct State {
    var isCancelled = false
    /// The task that runs it on its thread, if it keeps task-local values.
    var task: TaskIdentity?
    var endWait: (@Sendable () -> Void)?
  }

  private let state = Guarded(State())

  init(isBody: Bool) { self.isBody = isBody }

  /// On its thread.
  func enter() {
    let task = TaskIdentity.current
    state.withLock { $0.task = task }
  }

  /// Whether the calling code is the body itself, not a task that it has started.
  func isRun(by task: TaskIdentity?) -> Bool { state.withLock { $0.task } == task }

  /// Ends the current and any later wait.
  func cancel() {
    let end = state.withLock { state in
      state.isCancelled = true
      return state.endWait.take()
    }
    end?()
  }

  /// Runs `wait`, which blocks the thread until `end` is called at the latest, on cancellation.
  func wait<Result>(endedBy end: @escaping @Sendable () -> Void, _ wait: () -> Result) -> Result {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.endWait = end }
      return state.isCancelled
    }
    if isCancelled { end() }
    let result = BlockingThreads.shared.withWaitingThread(wait)
    // Released without the lock.
    _ = state.withLock { $0.endWait.take() }
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
    if let thread = context.thread, thread.isRun(by: task) { return thread.isBody }
    return context.handle.isBody(task)
  }
}
