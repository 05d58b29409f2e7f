#if SQLite || PostgreSQL
internal import StageFloor

enum RunSignal: Hashable, Sendable, CaseIterable {
  case interrupt, terminate, hangUp, quit, kill, `continue`

  var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    case .quit: SIGQUIT
    case .kill: SIGKILL
    case .continue: SIGCONT
    }
  }

  static let passedOn: [RunSignal] = [.interrupt, .terminate, .hangUp, .quit]
}

extension RunSignal {
  init?(passedOn number: Int32) {
    guard let signal = Self.passedOn.first(where: { $0.number == number }) else { return nil }
    self = signal
  }

  /// What this process collects: those that it passes on, children that have changed, and its own
  /// continuation.
  static var collected: [Int32] { passedOn.map(\.number) + [SIGCHLD, SIGCONT] }
}
#endif
