internal import StageFloor
internal import StagecraftTraces

/// The ending of an operation, for a trace.
///
/// Describing an error runs user code, so it happens without the lock of the engine: right after
/// the end, or earlier if a trace is requested. After that, only the text is retained.
final class RecordedEnding: @unchecked Sendable {  // guard: `lock`
  private let ending: OperationTrace.Ending
  private let lock = LockWord()
  // guard: used under `lock`.
  private var error: (any Error)?
  private var reason: OperationCancellationReason?
  private var words: String?

  /// Nil if it needs no text; under the lock of the engine.
  init?(_ ending: OperationTrace.Ending, _ details: HandleState) {
    guard details.error != nil || details.reason != nil else { return nil }
    self.ending = ending
    (error, reason) = (details.error, details.reason)
  }

  deinit { lock.deallocate() }

  var described: OperationTrace.Ending {
    switch ending {
    case .failed: .failed(describe())
    case .cancelled: .cancelled(describe())
    case .skipped: .skipped(describe())
    case .succeeded, .satisfied, .unfinished: ending
    }
  }

  /// Created on the first call, which releases the error.
  @discardableResult
  func describe() -> String {
    let (known, error, reason) = lock.withLock { (words, self.error, self.reason) }
    if let known { return known }
    let found = error.map { "\($0)" } ?? reason?.description ?? ""
    lock.withLock {
      words = found
      self.error = nil
      self.reason = nil
    }
    // The last references to the error may be the local ones.
    withExtendedLifetime((error, reason)) {}
    return found
  }
}
