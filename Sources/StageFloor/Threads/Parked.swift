/// Suspends the task until its continuation is resumed.
///
/// `park` stores the continuation under the owner's lock, or returns the value that the task
/// already has. It neither resumes nor stores a continuation for which it returns a value.
package func parked<Value: Sendable>(
  _ park: (UnsafeContinuation<Value, Never>) -> Value?
) async -> Value {
  await withUnsafeContinuation { continuation in
    if let value = park(continuation) { continuation.resume(returning: value) }
  }
}

/// Suspends the task until its continuation is resumed or the task is cancelled.
///
/// The task may be cancelled before, during and after `park`: what `onCancel` does must be found by
/// a later `park`, as by that of a ``WaiterTable`` that has settled the ticket.
package func parked<Value: Sendable>(
  _ park: (UnsafeContinuation<Value, Never>) -> Value?, onCancel: @Sendable () -> Void
) async -> Value {
  await withTaskCancellationHandler {
    await parked(park)
  } onCancel: {
    onCancel()
  }
}
