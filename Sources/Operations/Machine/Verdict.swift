/// How an operation ended, and why.
struct Verdict: Hashable, Sendable {
  enum Cause: Hashable, Sendable {
    /// Its own body or conditions.
    case own
    case requested
    /// A dependency ended in a way that decides about this operation.
    case dependency(NodeID)
    /// Its time limit for all attempts expired.
    case timedOut
    case expired
    /// Another operation preempted it; it runs again.
    case preempted
    case abandoned
    /// It can never start, because its last handle was released before it was submitted.
    case neverSubmitted
    /// The type that schedules it released its `ReadyOperation` unused.
    case lost
    case unwanted
    case scopeEnded
    case shutdown
  }

  var ending: OperationEnding
  var cause: Cause

  /// The cause for which the children of an operation with this verdict are cancelled.
  var causeForChildren: Cause {
    switch cause {
    case .own, .dependency: .scopeEnded
    case .requested, .timedOut, .expired, .preempted, .abandoned, .neverSubmitted, .lost, .unwanted,
      .scopeEnded, .shutdown:
      cause
    }
  }

  static var succeeded: Verdict { Verdict(ending: .succeeded, cause: .own) }
  static var failed: Verdict { Verdict(ending: .failed, cause: .own) }

  static func cancelled(_ cause: Cause) -> Verdict { Verdict(ending: .cancelled, cause: cause) }
  static func skipped(_ cause: Cause) -> Verdict { Verdict(ending: .skipped, cause: cause) }
}
