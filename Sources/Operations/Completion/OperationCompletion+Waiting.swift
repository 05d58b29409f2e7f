/// Calls `body` with a completion, and waits until it is finished.
///
/// When the task is cancelled, the handlers of ``OperationCompletion/onCancel(_:)`` are called, and
/// then the callback is waited for all the same: what it uses is in use until it has been called.
/// With `abandonsOnCancel` the wait ends at once with `CancellationError`, and the callback comes to
/// nothing; only for callbacks that touch nothing that ends with the wait. A task that is cancelled
/// already does not call `body`.
///
/// - Parameters:
///   - type: of the value; may be left out where it is known.
///   - abandonsOnCancel: whether a cancelled task leaves without waiting for the callback.
///   - fileID: the place that a ``LostCompletion`` names.
///   - line: the place that a ``LostCompletion`` names.
///   - body: hands the completion to whatever calls back; an error it throws finishes the
///     completion, unless that is finished.
/// - Returns: the value with which the completion was finished.
/// - Throws: the error with which it was finished, ``LostCompletion`` if it was released unfinished,
///   or `CancellationError`.
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

/// A function of its own, so that nothing here holds the completion any longer than this.
@inline(never)
private func offer<Output>(
  _ completion: consuming OperationCompletion<Output>,
  to body: (OperationCompletion<Output>) throws -> Void
) {
  do { try body(completion) } catch { completion.fail(error) }
}
