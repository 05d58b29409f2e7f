/// Waits until the task is cancelled.
///
/// - Throws: `CancellationError`.
package func untilCancelled() async throws {
  let (nothing, source) = AsyncStream<Never>.makeStream()
  for await _ in nothing {}
  source.finish()
  throw CancellationError()
}
