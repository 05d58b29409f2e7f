#if SQLite || PostgreSQL
internal import CLend
internal import StageFloor
@_spi(Store) internal import StagecraftSharedPools
internal import StoreFloor

/// The state of a supervised command, on the thread of its ``Supervisor``.
struct SupervisedRun {
  private var machine: RunMachine
  private let terminal: Int32
  private let borrowed: Borrowed
  private(set) var isLossKnown = false
  /// Until when the resources are this process's, by its own clock.
  private var deadline: Int64
  private var killAt: Int64?
  private var watchedLimit = Int64.max
  /// How long after the loss KILL is sent.
  private var patience: Int64

  init(machine: RunMachine, terminal: Int32, borrowed: Borrowed) {
    self.machine = machine
    self.terminal = terminal
    self.borrowed = borrowed
    patience = borrowed.margin.wholeNanoseconds / 2
    deadline = currentMoment()
    readDeadline()
  }

  /// Reads until when the lease lasts.
  ///
  /// A lease that was taken back keeps its last end.
  mutating func readDeadline() {
    // In this order: a pause in between makes the deadline too early, not too late.
    let now = currentMoment()
    let remaining = borrowed.remaining().wholeNanoseconds
    if remaining > 0 { deadline = now + remaining }
  }

  mutating func nextLimit() -> Int64 {
    readDeadline()
    watchedLimit = limit
    return limit
  }

  private var isStillMine: Bool { currentMoment() < deadline }

  /// When the watcher kills the command, unless it hears from this process: as this process would.
  var limit: Int64 { killAt ?? deadline - patience }

  /// Until KILL is due, or until the watcher needs a new limit, in milliseconds.
  var pollTimeout: Int32 {
    let now = currentMoment()
    if let killAt { return Int32(clamping: max(0, (killAt - now) / 1_000_000 + 1)) }
    // A lease is renewed every third of its time to live: two new limits for each.
    return Int32(clamping: max(50, min((deadline - now) / 6_000_000, 5_000)))
  }

  /// Returns the exit code, once the command has ended.
  mutating func handle(
    signals: [Int32], loss: Duration?, _ process: borrowing CommandProcess
  ) -> Int32? {
    readDeadline()
    var actions: [RunMachine.Action] = []
    for signal in signals {
      if let signal = RunSignal(passedOn: signal) {
        actions += machine.received(signal)
      } else if signal == RunSignal.continue.number {
        actions += machine.continued(isStillMine: isStillMine)
      }
    }
    if let loss {
      isLossKnown = true
      patience = min(patience, loss.wholeNanoseconds / 2)
      actions += machine.lost(isTimeLeft: loss > .zero)
    } else if !isLossKnown, !isStillMine {
      isLossKnown = true
      actions += machine.lost(isTimeLeft: false)
    }
    if let killAt, killAt <= currentMoment() {
      self.killAt = nil
      actions += machine.killDue()
    }
    switch process.look() {
    case nil: break
    case .stopped: actions += machine.commandStopped()
    case .ended(let status):
      // The watcher kills the command before the lease ends.
      let isInTime = currentMoment() < watchedLimit
      actions += machine.commandEnded(status, isStillMine: isStillMine && isInTime)
    }
    return perform(actions, process)
  }

  private mutating func perform(
    _ actions: [RunMachine.Action], _ process: borrowing CommandProcess
  ) -> Int32? {
    for action in actions {
      switch action {
      case .send(let signal): process.send(signal)
      case .armKill: killAt = currentMoment() + patience
      case .takeTerminal: lend_take_foreground(terminal, process.group)
      case .giveTerminal: lend_give_foreground(terminal, process.group)
      case .stopSelf: lend_stop_group()
      case .finish(let code): return code
      }
    }
    return nil
  }
}
#endif
