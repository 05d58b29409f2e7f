internal import StageFloor
internal import Synchronization

extension BlockingThreads {
  /// Runs `body` on one of the threads, and waits for its end without blocking one.
  ///
  /// A body that has begun cannot be interrupted: a cancelled task waits for it. One that still
  /// stands in line then never runs. Task-local values do not reach the body.
  ///
  /// - Parameter body: may block.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws, or `CancellationError` if it has not begun.
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

/// One call of ``BlockingThreads/perform(_:)``.
private final class BlockingCall<Output: Sendable>: Sendable {
  let core = CompletionCore<Output>()
  /// Whether the body has begun, or never will.
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
