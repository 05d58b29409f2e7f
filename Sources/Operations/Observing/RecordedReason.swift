internal import StageFloor

/// The reason for the end of an operation, for a trace.
///
/// Describing an error runs user code, so it happens without the lock of the engine: right after
/// the end, or earlier if a trace is requested. After that, only the text is retained.
final class RecordedReason: Sendable {
  private struct State {
    var error: (any Error)?
    var reason: OperationError.Reason?
    var text: String?
  }

  private let state: Guarded<State>

  /// Nil without an error and a reason; under the lock of the engine.
  init?(_ details: HandleState) {
    guard details.error != nil || details.reason != nil else { return nil }
    state = Guarded(State(error: details.error, reason: details.reason))
  }

  /// Created on the first call, which releases the error.
  @discardableResult
  func describe() -> String {
    let known = state.withLock { $0 }
    if let text = known.text { return text }
    let text = known.error.map { "\($0)" } ?? known.reason?.description ?? ""
    // What it replaces is released without the lock.
    _ = state.exchange(State(text: text))
    return text
  }
}
