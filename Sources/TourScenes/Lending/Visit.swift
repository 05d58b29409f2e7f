internal import Stagecraft

/// How a reader's visit to the desk went.
struct Visit: Sendable {
  enum Outcome: Sendable {
    /// The reader got this copy.
    case served(copy: Int)
    /// The reader's patience ran out.
    case timedOut(PoolError)
    /// The reader gave up: the task was cancelled.
    case gaveUp
    /// Something else went wrong, and should not have.
    case failed(any Error)
  }

  let reader: Reader
  let outcome: Outcome
  /// When the reader asked.
  let asked: ContinuousClock.Instant
  /// When the reader had the answer.
  let answered: ContinuousClock.Instant

  /// From asking to the answer.
  var waited: Duration { answered - asked }

  /// Which copy the reader got.
  var copy: Int? {
    guard case .served(let copy) = outcome else { return nil }
    return copy
  }

  /// The error of a patience that ran out.
  var timeout: PoolError? {
    guard case .timedOut(let error) = outcome else { return nil }
    return error
  }

  /// Whether the reader gave up.
  var gaveUp: Bool {
    guard case .gaveUp = outcome else { return false }
    return true
  }

  /// What an error means for a visit.
  static func outcome(of error: any Error) -> Outcome {
    switch error {
    case let error as PoolError where error.code == .timedOut: .timedOut(error)
    case is CancellationError: .gaveUp
    default: .failed(error)
    }
  }
}
