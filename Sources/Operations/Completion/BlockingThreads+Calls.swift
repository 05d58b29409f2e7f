internal import StageFloor
internal import Synchronization

extension BlockingThreads {
  /// Runs `body` on a thread and awaits its end; not if the task is cancelled before it starts.
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
