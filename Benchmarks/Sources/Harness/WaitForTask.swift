internal import Dispatch
internal import Synchronization

/// Runs `work` in a task and blocks the calling thread until it is done.
///
/// The harness is a plain thread, so that blocking calls are measured where they belong; tasks run
/// on their own threads meanwhile, and the main actor on the main thread.
@available(*, noasync)
package func waitForTask<Output: Sendable>(
  _ work: @escaping @Sendable () async throws -> Output
) throws -> Output {
  let outcome = Outcome<Output>()
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    do {
      let output = try await work()
      outcome.result.withLock { $0 = .success(output) }
    } catch {
      outcome.result.withLock { $0 = .failure(error) }
    }
    done.signal()
  }
  done.wait()
  guard let result = outcome.result.withLock({ $0 }) else {
    preconditionFailure("The task signals only after it has stored its outcome.")
  }
  return try result.get()
}

/// The result of the task, for the thread that waits for it.
private final class Outcome<Output: Sendable>: Sendable {
  let result = Mutex<Result<Output, any Error>?>(nil)
}
