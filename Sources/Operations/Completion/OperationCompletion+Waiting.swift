/// Calls `body` with a completion and waits until it is finished.
///
/// When the task is cancelled, the handlers of ``OperationCompletion/onCancel(_:)`` are called. The
/// function still waits for the callback, because resources that the callback uses stay in use
/// until it is called. With `abandonsOnCancel` the wait ends at once with `CancellationError`, and
/// the result of the callback is discarded; use it only for callbacks that do not access anything
/// whose lifetime ends with the wait. If the task is already cancelled, `body` is not called.
///
/// - Parameters:
///   - type: The type of the value; may be omitted where it can be inferred.
///   - abandonsOnCancel: Whether a cancelled task returns without waiting for the callback.
///   - fileID: The call site, reported by ``OperationCompletionLostError``.
///   - line: The call site, reported by ``OperationCompletionLostError``.
///   - body: Passes the completion to the code that calls back. An error that it throws finishes
///     the completion, unless that is finished.
/// - Returns: The value with which the completion was finished.
/// - Throws: The error with which it was finished, ``OperationCompletionLostError`` if it was
///   released unfinished, or `CancellationError`.
public func withOperationCompletion<Output: Sendable>(
  of type: Output.Type = Output.self, abandonsOnCancel: Bool = false, fileID: String = #fileID,
  line: Int = #line, _ body: (OperationCompletion<Output>) throws -> Void
) async throws -> Output {
  try Task.checkCancellation()
  let core = CompletionCore<Output>(abandonsOnCancel: abandonsOnCancel)
  offer(OperationCompletion(core, fileID: fileID, line: line), to: body)
  let outcome = await withTaskCancellationHandler {
    await core.outcome
  } onCancel: {
    core.cancel()
  }
  return try outcome.get()
}

/// A separate function, so that the caller does not hold the completion any longer than this call.
@inline(never)
private func offer<Output>(
  _ completion: consuming OperationCompletion<Output>,
  to body: (OperationCompletion<Output>) throws -> Void
) {
  do { try body(completion) } catch { completion.fail(error) }
}
