#if PostgreSQL || PostgresNIO
/// Decides when writers of a table are asked to notify.
///
/// The server commits one transaction with a notification at a time. So writers notify only while a
/// listener is *armed*: it has locked a number that writers test. Many commits are read after pauses
/// instead; a listener arms itself when a read finds few or none. After that, another read follows,
/// for what was committed before.
///
/// A writer that did not find the lock, and is in progress, does not notify. Until the server says
/// that there is none, reads follow after pauses, too.
struct ArmingMachine: Hashable, Sendable {
  enum Phase: Hashable, Sendable {
    /// The table is to be read. Exits: `resting`, `arming`.
    case reading
    /// Many transactions were committed lately; it is read again at an instant. Exits: `reading`.
    case resting(until: Int64)
    /// The lock is asked for. Exits: `armed`, `resting`.
    case arming
    /// Writers notify. Exits: `reading`.
    case armed(Doubt?)
  }

  /// A transaction may be in progress that does not notify.
  struct Doubt: Hashable, Sendable {
    var pause: Int64
    /// When to ask again; nil while the answer is awaited.
    var nextQuestion: Int64?
  }

  enum Statement: Hashable, Sendable { case arm, ask, disarm }

  struct Effects: Hashable, Sendable {
    var signals = false
    var statement: Statement?
  }

  static let rest: Int64 = 10_000_000
  static let firstPause: Int64 = 2_000_000
  static let longestPause: Int64 = 100_000_000

  private(set) var phase = Phase.reading

  /// What to do on a new connection: earlier notifications did not arrive.
  static let start = Effects(signals: true)

  mutating func notified() -> Effects {
    // Otherwise another read follows in any case.
    guard case .armed = phase else { return Effects() }
    phase = .reading
    return Effects(signals: true, statement: .disarm)
  }

  /// A read has ended, or has failed.
  mutating func read(isBusy: Bool, at now: Int64) -> Effects {
    guard phase == .reading else { return Effects() }
    if isBusy {
      phase = .resting(until: now + Self.rest)
      return Effects()
    }
    phase = .arming
    return Effects(statement: .arm)
  }

  /// The answer to ``Statement/arm``.
  mutating func armed(_ isArmed: Bool, isSure: Bool, at now: Int64) -> Effects {
    guard phase == .arming else { return Effects() }
    // A writer has just tested the lock.
    guard isArmed else {
      phase = .resting(until: now + Self.firstPause)
      return Effects()
    }
    phase = .armed(
      isSure ? nil : Doubt(pause: Self.firstPause, nextQuestion: now + Self.firstPause))
    return Effects(signals: true)
  }

  /// The answer to ``Statement/ask``.
  mutating func answered(isSure: Bool, at now: Int64) -> Effects {
    guard case .armed(let doubt?) = phase, doubt.nextQuestion == nil else { return Effects() }
    let pause = min(doubt.pause * 2, Self.longestPause)
    phase = .armed(isSure ? nil : Doubt(pause: pause, nextQuestion: now + pause))
    return Effects(signals: true)
  }

  /// The server has refused a statement.
  mutating func failed(at now: Int64) {
    switch phase {
    case .arming: phase = .resting(until: now + Self.longestPause)
    case .armed(.some):
      phase = .armed(Doubt(pause: Self.longestPause, nextQuestion: now + Self.longestPause))
    default: break
    }
  }

  var deadline: Int64? {
    switch phase {
    case .reading, .arming: nil
    case .resting(let until): until
    case .armed(let doubt): doubt?.nextQuestion
    }
  }

  mutating func deadlinePassed(at now: Int64) -> Effects {
    guard let deadline, deadline <= now else { return Effects() }
    switch phase {
    case .resting:
      phase = .reading
      return Effects(signals: true)
    case .armed(var doubt?):
      doubt.nextQuestion = nil
      phase = .armed(doubt)
      return Effects(statement: .ask)
    default: return Effects()
    }
  }

  var isArmed: Bool { if case .armed = phase { true } else { phase == .arming } }
}
#endif
