#if SQLite || PostgreSQL
/// Decides what `lend run` does with its command: it sends no signal and waits for nothing.
///
/// | State | Ends with |
/// | --- | --- |
/// | running | the end of the command, or the loss of the lease |
/// | stopped with the terminal | the continuation of this process |
/// | lost | the end of the command: first TERM, then KILL |
struct RunMachine {
  enum Action: Hashable, Sendable {
    case send(RunSignal)
    /// Send KILL after half of the margin, unless the command has ended.
    case armKill
    /// Make this process group the foreground of the terminal, if the command's is.
    case takeTerminal
    /// Make the command's group the foreground of the terminal, if this one is.
    case giveTerminal
    /// Stop this process group, as its shell expects.
    case stopSelf
    case finish(code: Int32)
  }

  enum Status: Hashable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)

    /// What a shell makes of it.
    var code: Int32 {
      switch self {
      case .exited(let code): code
      case .killed(let signal): 128 + signal
      }
    }
  }

  enum Terminal: Hashable, Sendable {
    case none
    /// A shell started this process from it, and can continue it.
    case withShell
    /// No shell could continue this process.
    case alone
  }

  private enum State { case running, stopped, lost }

  private let terminal: Terminal
  private var state = State.running

  init(terminal: Terminal) { self.terminal = terminal }

  mutating func received(_ signal: RunSignal) -> [Action] {
    // A stopped command could not act on it.
    state == .stopped ? [.send(signal), .send(.continue)] : [.send(signal)]
  }

  mutating func commandStopped() -> [Action] {
    guard state == .running else { return [] }
    switch terminal {
    case .none: return []
    case .alone: return [.send(.continue)]
    case .withShell:
      state = .stopped
      return [.takeTerminal, .stopSelf]
    }
  }

  mutating func continued(isStillMine: Bool) -> [Action] {
    switch state {
    case .lost: return []
    case .running, .stopped:
      if !isStillMine { return lost(isTimeLeft: false) }
      state = .running
      // Without a terminal, another process may have stopped the command on purpose.
      if terminal == .none { return [] }
      return [.giveTerminal, .send(.continue)]
    }
  }

  /// The lease was lost, or will be in a moment.
  ///
  /// If no time is left, the command is killed at once.
  mutating func lost(isTimeLeft: Bool) -> [Action] {
    if state == .lost { return isTimeLeft ? [] : [.send(.kill)] }
    state = .lost
    return isTimeLeft ? [.send(.terminate), .send(.continue), .armKill] : [.send(.kill)]
  }

  mutating func killDue() -> [Action] { state == .lost ? [.send(.kill)] : [] }

  /// The command has ended.
  ///
  /// Its group may contain other processes.
  mutating func commandEnded(_ status: Status, isStillMine: Bool) -> [Action] {
    let end: [Action] = terminal == .none ? [] : [.takeTerminal]
    // The watcher kills the command if this process was stopped for too long.
    let wasKilled = status == .killed(signal: RunSignal.kill.number) && !isStillMine
    if state == .lost || wasKilled {
      return [.send(.kill)] + end + [.finish(code: ExitCode.lost)]
    }
    return end + [.finish(code: status.code)]
  }
}
#endif
