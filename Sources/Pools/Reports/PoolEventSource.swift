@_exported public import class StageFloor.ObservationToken

/// The sending end of a sequence of events.
///
/// Only the observer in the core retains it, so the sequence ends with the observation, or when the
/// core of a dropped pool releases its observers.
final class PoolEventSource: Sendable {
  let continuation: AsyncStream<PoolEvent>.Continuation

  init(_ continuation: AsyncStream<PoolEvent>.Continuation) { self.continuation = continuation }

  deinit { continuation.finish() }
}
