internal import StageFloor
internal import Synchronization

extension BlockingThreads {
  /// Runs `body` on one of the threads, and awaits its end without blocking the calling thread.
  ///
  /// A body that has started cannot be interrupted: a cancelled task waits for it. A body that is
  /// still queued when the task is cancelled never runs. Task-local values are not propagated to
  /// the body.
  ///
  /// - Parameter body: The work to do; it may block.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws, or `CancellationError` if it did not start.
  func perform<Output: Sendable>(
    _ body: @escaping @Sendable () throws -> Output
  ) async throws -> Output {
    try Task.checkCancellation()
    let call = BlockingCall<Output>()
    run { call.begin(body) }
    let outcome = await withTaskCancellationHandler {
      await call.core.outcome
    } onCancel: {
      call.cancel()
    }
    return try outcome.get()
  }
}

/// A call of ``BlockingThreads/perform(_:)``.
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
