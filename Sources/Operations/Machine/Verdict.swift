/// How an operation ended.
enum Ending: UInt8, Sendable {
  /// It has a value: its body returned it, or a condition had it already.
  case succeeded
  /// Its body or a condition threw an error.
  case failed
  /// It was called off.
  case cancelled
  /// It was not needed.
  case skipped
}

/// How an operation ended, and through what.
struct Verdict: Hashable, Sendable {
  enum Cause: Hashable, Sendable {
    /// Its own body, or its own conditions.
    case own
    /// Somebody asked for it.
    case requested
    /// What it depends on ended in a way that decides about it as well.
    case dependency(NodeID)
    /// It, or all its attempts together, took too long.
    case timedOut
    /// Its time to start had passed.
    case expired
    /// Another operation took its place; it comes again.
    case preempted
    /// Nobody waits for it any more.
    case abandoned
    /// It can never start: nobody can submit it any more.
    case neverSubmitted
    /// The type that schedules it lost it.
    case lost
    /// All that needed it are gone.
    case unwanted
    /// The scope that it belongs to has ended.
    case scopeEnded
    /// Its manager was shut down.
    case shutDown
  }

  var ending: Ending
  var cause: Cause

  /// Why children end that an operation with this end leaves behind.
  var causeForChildren: Cause {
    switch cause {
    case .own, .dependency: .scopeEnded
    case .requested, .timedOut, .expired, .preempted, .abandoned, .neverSubmitted, .lost, .unwanted,
      .scopeEnded, .shutDown:
      cause
    }
  }

  static var succeeded: Verdict { Verdict(ending: .succeeded, cause: .own) }
  static var failed: Verdict { Verdict(ending: .failed, cause: .own) }

  static func cancelled(_ cause: Cause) -> Verdict { Verdict(ending: .cancelled, cause: cause) }
  static func skipped(_ cause: Cause) -> Verdict { Verdict(ending: .skipped, cause: cause) }
}
