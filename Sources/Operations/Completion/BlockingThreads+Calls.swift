internal import StageFloor
internal import Synchronization

extension BlockingThreads {
  /// Runs `body` on a thread and awaits its end; not if the task is cancelled before it starts.
  ///
  /// If `keepsLocals`, it sees the task-local values of the caller: a task runs it on that thread.
  func perform<Output: Sendable>(
    keepingLocals keepsLocals: Bool = false,
    _ body: @escaping @Sendable () throws -> Output
  ) async throws -> Output {
    try Task.checkCancellation()
    let call = BlockingCall<Output>()
    if keepsLocals {
      let executor = ThreadExecutor(self)
      Task(executorPreference: executor) {
        call.begin(body)
        withExtendedLifetime(executor) {}
      }
    } else {
      run { call.begin(body) }
    }
    let outcome = await withTaskCancellationHandler {
      await call.core.outcome
    } onCancel: {
      call.cancel()
    }
    return try outcome.get()
  }
}

/// Runs the jobs of a task on threads that may block.
private final class ThreadExecutor: TaskExecutor {
  private let threads: BlockingThreads

  init(_ threads: BlockingThreads) { self.threads = threads }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    threads.run { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

private final class BlockingCall<Output: Sendable>: Sendable {
  let core = CompletionCore<Output>()
  /// Whether the body has started, or never will.
  private let isDecided = Atomic(false)

  func begin(_ body: () throws -> Output) {
    guard !isDecided.exchange(true, ordering: .relaxed) else { return }
    _ = core.settle(Result { try body() })
  }

  func cancel() {
    guard !isDecided.exchange(true, ordering: .relaxed) else { return }
    _ = core.settle(.failure(CancellationError()))
  }
}
