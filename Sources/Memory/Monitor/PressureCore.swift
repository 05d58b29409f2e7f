internal import StageFloor

/// The implementation of a monitor: one lock around the machine, the responders and the running
/// pass.
///
/// Each input locks, asks the machine, unlocks, and performs the resulting ``PressureDeeds``.
final class PressureCore: Sendable {
  struct State {
    var machine: PressureMachine
    var sources: [SourceSeat] = []
    var responders = ResponderList()
    /// The number of responders at which those with deallocated owners are removed again.
    var sweepAt = 64
    var pass: ReliefPass?
    var lastPass: UInt64 = 0
    /// The last heap trim and the level at which it ran.
    var lastTrim: (moment: Int64, level: PressureLevel, duration: Int64)?
    /// Whether memory was released since the last trim.
    var isTrimOwed = false
    /// Passes that have ended and are not reported yet.
    var ended: [EndedPass] = []
    /// Whether a thread is delivering reports: one at a time, to keep them in order.
    var isTelling = false
    var present = PressureEvent(level: .normal, cause: .subsided)
    /// Counts the events, so that observers can tell whether they have seen the current one.
    var version: UInt64 = 1
    var listeners = WaiterTable<Void>()
    var reporters: [Int: AsyncStream<ReliefReport>.Continuation] = [:]
    var lastReporter = 0
    var isClosed = false
  }

  let policy: PressurePolicy
  let timekeeper: Timekeeper
  let standing: StandingLevel
  let ledger: ReliefLedger
  let beginning: Int64
  private let lock = LockWord()
  nonisolated(unsafe) private var state: State  // guard: `lock`
  nonisolated(unsafe) private var alarm: Alarm?  // guard: written once, in `init`

  init(
    policy: PressurePolicy, clock: any Clock<Duration> & Sendable,
    ledger: ReliefLedger = .shared
  ) {
    self.policy = policy
    self.ledger = ledger
    if policy.returnsFreedMemory { HeapThresholds.lower() }
    timekeeper = Timekeeper(clock)
    standing = StandingLevel(timekeeper)
    beginning = timekeeper.now
    state = State(
      machine: PressureMachine(
        times: PressureMachine.Times(
          holdOff: policy.holdOff.wholeNanoseconds,
          criticalHoldOff: policy.criticalHoldOff.wholeNanoseconds,
          calm: policy.calm.wholeNanoseconds)))
    alarm = Alarm(timekeeper: timekeeper, name: "memory pressure") { [weak self] in
      self?.alarmRang()
    }
  }

  deinit { lock.deallocate() }

  // MARK: Locking

  /// Locks, decides, unlocks, and then performs what was decided.
  ///
  /// `body` only decides: no user code runs and no user object is destroyed in it.
  func perform<Result>(_ body: (inout State, inout PressureDeeds) -> Result) -> Result {
    var deeds = PressureDeeds()
    let result = lock.withLock {
      let result = body(&state, &deeds)
      deeds.alarm = nextMoment(&state)
      return result
    }
    carryOut(deeds)
    return result
  }

  /// Locks and reads.
  ///
  /// The state is `inout` here and below because copying it would retain each of its members.
  func read<Result>(_ body: (inout State) -> Result) -> Result {
    lock.withLock { body(&state) }
  }

  private func carryOut(_ deeds: PressureDeeds) {
    if let moment = deeds.alarm { alarm?.set(for: moment) }
    for listener in deeds.listeners { listener.resume() }
    deeds.cancelledTask?.cancel()
    for connection in deeds.connections {
      connection.relay.connect { [weak self] in self?.heard($0, from: connection.source) }
    }
    for watch in deeds.endedWatches { watch.end() }
    if let (pass, driver) = deeds.startedDriver { startDriver(driver, of: pass) }
    for reporter in deeds.endedReporters { reporter.finish() }
  }

  private func nextMoment(_ state: inout State) -> Int64? {
    guard !state.isClosed else { return nil }
    var moment = state.machine.nextMoment
    if let beginning = state.pass?.question?.askedAt ?? state.pass?.waitsSince {
      moment = min(moment ?? .max, beginning + policy.responderBudget.wholeNanoseconds)
    }
    return moment
  }

  func alarmRang() {
    perform { state, deeds in
      // The alarm may already have been firing when it was stopped.
      guard !state.isClosed else { return }
      let now = timekeeper.now
      react(to: state.machine.timePassed(at: now), &state, &deeds)
      giveUpWhoIsOverdue(&state, &deeds, now)
      stopWaitingForOthers(&state, &deeds, now)
    }
  }

  // MARK: Closing

  func close() {
    alarm?.stop()
    perform { state, deeds in
      state.isClosed = true
      standing.set(.normal)
      state.pass?.plan.stop()
      // A caller that waits for the report must not wait for a responder that may never return.
      if let question = state.pass?.question { giveUp(question, &state, &deeds, timekeeper.now) }
      deeds.endedWatches = state.sources.compactMap(\.watch)
      state.sources = []
      deeds.responders = state.responders.removeAll()
      deeds.endedReporters = Array(state.reporters.values)
      state.reporters = [:]
      deeds.listeners += state.listeners.settleAll(with: ()) + ledger.wake()
    }
  }
}
