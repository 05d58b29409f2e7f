internal import StageFloor

/// The implementation of a monitor: one lock around the machine, the responders and the running
/// pass.
///
/// Each input locks, asks the machine, unlocks, and performs the resulting ``Action``s. Functions
/// that take the state are called with the lock held.
final class PressureCore: Sendable {
  struct State {
    var machine: PressureMachine
    var sources: [SourceRecord] = []
    var responders = ResponderList()
    /// The number of responders at which those with deallocated owners are removed again.
    var sweepAt = 64
    var pass: ReliefPass?
    var lastPass: UInt64 = 0
    var lastTrim: (moment: Int64, level: PressureLevel, duration: Int64)?
    /// Whether memory was released since the last trim.
    var isTrimOwed = false
    var ended: [EndedPass] = []
    /// Whether a thread is delivering reports: one at a time, to keep them in order.
    var isDelivering = false
    var currentEvent = PressureEvent(level: .normal, cause: .subsided)
    /// Counts the events, so that observers can tell whether they have seen the current one.
    var version: UInt64 = 1
    var listeners = WaiterTable<Void>()
    var reportStreams: [Int: AsyncStream<ReliefReport>.Continuation] = [:]
    var lastReportStream = 0
    var isClosed = false
  }

  let policy: PressurePolicy
  let timekeeper: Timekeeper
  let sharedLevel: SharedLevel
  let ledger: ReliefLedger
  let startTime: Int64
  private let state: Guarded<State>
  nonisolated(unsafe) private var alarm: Alarm?  // guard: written once, in `init`

  init(
    policy: PressurePolicy, clock: any Clock<Duration> & Sendable,
    ledger: ReliefLedger = .shared
  ) {
    policy.requireValidValues()
    self.policy = policy
    self.ledger = ledger
    if policy.returnsFreedMemory { HeapThresholds.lower() }
    timekeeper = Timekeeper(clock)
    sharedLevel = SharedLevel(timekeeper)
    startTime = timekeeper.now
    let machine = PressureMachine(
      times: PressureMachine.Times(
        holdOff: policy.holdOff.wholeNanoseconds,
        criticalHoldOff: policy.criticalHoldOff.wholeNanoseconds,
        calm: policy.calm.wholeNanoseconds))
    state = Guarded(State(machine: machine))
    alarm = Alarm(timekeeper: timekeeper, name: "memory pressure") { [weak self] in
      self?.alarmFired()
    }
  }

  // MARK: Locking

  /// `body` only decides: no user code runs and no user object is destroyed in it.
  func withState<Result: Sendable>(_ body: (inout State, inout Effects) -> Result) -> Result {
    var effects = Effects()
    let (result, moment) = state.withLock { state in
      let result = body(&state, &effects)
      return (result, nextMoment(&state))
    }
    if let moment { alarm?.set(for: moment) }
    perform(effects)
    return result
  }

  /// The state is `inout` here and below because copying it would retain each of its members.
  func read<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { body(&$0) }
  }

  private func nextMoment(_ state: inout State) -> Int64? {
    guard !state.isClosed else { return nil }
    var moment = state.machine.nextMoment
    if let startTime = state.pass?.question?.askedAt ?? state.pass?.waitsSince {
      moment = min(moment ?? .max, startTime + policy.responderBudget.wholeNanoseconds)
    }
    return moment
  }

  func alarmFired() {
    withState { state, effects in
      // The alarm may already have been firing when it was stopped.
      guard !state.isClosed else { return }
      let now = timekeeper.now
      react(to: state.machine.timePassed(at: now), &state, &effects)
      abandonOverdueResponder(&state, &effects, now)
      stopWaitingForOthers(&state, &effects, now)
    }
  }

  // MARK: Closing

  func close() {
    alarm?.stop()
    withState { state, effects in
      state.isClosed = true
      sharedLevel.set(.normal)
      state.pass?.plan.stop()
      // A caller that waits for the report must not wait for a responder that may never return.
      if let question = state.pass?.question { abandon(question, &state, &effects, timekeeper.now) }
      for source in state.sources {
        if let watch = source.watch { effects.appendLast(.end(watch)) }
      }
      state.sources = []
      for stream in state.reportStreams.values { effects.appendLast(.finish(stream)) }
      state.reportStreams = [:]
      for record in state.responders.removeAll() { effects.appendLast(.release(record)) }
      effects.resume(state.listeners.settleAll(with: ()) + ledger.wake())
    }
  }
}
