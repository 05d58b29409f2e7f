internal import StageFloor

/// What is behind a monitor: one lock around the machine, the responders, and the pass under way.
///
/// Each input locks, asks the machine, unlocks, and carries out what the machine said: the
/// ``PressureDeeds``.
final class PressureCore: Sendable {
  struct State {
    var machine: PressureMachine
    var sources: [SourceSeat] = []
    var responders = ResponderList()
    /// With how many responders it is looked again whose owners are gone.
    var sweepAt = 64
    var pass: ReliefPass?
    var lastPass: UInt64 = 0
    /// When the heap was asked last to give free memory back, and at which level.
    var lastTrim: (moment: Int64, level: PressureLevel, duration: Int64)?
    /// Something was given back after that.
    var isTrimOwed = false
    /// Passes that are over, and of which nobody has been told yet.
    var ended: [EndedPass] = []
    /// Whether somebody is telling: one at a time, so that reports come in order.
    var isTelling = false
    var present = PressureEvent(level: .normal, cause: .subsided)
    /// Counts the events, for readers who want to know whether they have seen the present one.
    var version: UInt64 = 1
    var listeners = Listeners<Void>()
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

  /// Locks, decides, unlocks, and then does what was decided.
  ///
  /// `body` does nothing but decide: nothing of the user's runs or ends in it.
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
  /// `inout` here and below, because a copy of the state would be counted member by member.
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
      // It may have been about to ring when it was stopped.
      guard !state.isClosed else { return }
      let now = timekeeper.now
      react(to: state.machine.timePassed(at: now), &state, &deeds)
      giveUpWhoIsOverdue(&state, &deeds, now)
      stopWaitingForOthers(&state, &deeds, now)
    }
  }

  // MARK: The end

  func close() {
    alarm?.stop()
    perform { state, deeds in
      state.isClosed = true
      standing.set(.normal)
      state.pass?.plan.stop()
      // Whoever waits for the report does not wait for a responder that may never return.
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
