internal import StageFloor

/// Listens for changes, and notifies one observer on the main actor; it has no reference to a list,
/// so that any object with a change signal can be observed with it.
package final class ObserverRegistration: ListListener {
  package typealias Enqueuing = @Sendable (_ job: @escaping @MainActor () -> Void) -> Void

  /// Updates the list quickly, or returns what has to be done for it in the background.
  package typealias Preparation = @Sendable () -> (@Sendable () -> Void)?

  private let changeSignal: ListChangeSignal
  private let enqueue: Enqueuing
  private let timekeeper: Timekeeper?

  private struct State: Sendable {
    var machine: DeliveryMachine
    var notify: (@MainActor () -> Bool)?
    var prepare: Preparation?
    var alarm: Alarm?
  }

  private let state: Guarded<State>

  package init(
    changeSignal: ListChangeSignal, cadence: ListObservation.Cadence,
    enqueue: @escaping Enqueuing = ObserverRegistration.enqueue,
    prepare: @escaping Preparation = { nil },
    notify: @escaping @MainActor () -> Bool
  ) {
    self.changeSignal = changeSignal
    self.enqueue = enqueue
    let machine: DeliveryMachine
    switch cadence.kind {
    case .nextTurn:
      timekeeper = nil
      machine = DeliveryMachine(.nextTurn)
    case .manual:
      timekeeper = nil
      machine = DeliveryMachine(.manual)
    case .atMost(let interval, let clock):
      timekeeper = Timekeeper(clock)
      machine = DeliveryMachine(.interval(interval.wholeNanoseconds))
    }
    state = Guarded(State(machine: machine, notify: notify, prepare: prepare))
  }

  /// Call this before the first read, so that no change after it is missed.
  package func listen() { changeSignal.addListener(self) }

  package func listMayHaveChanged() {
    perform { machine, now in machine.signalled(at: now) }
  }

  package var isPaused: Bool { state.withLock { $0.machine.isPaused } }
  package var isCancelled: Bool { state.withLock { $0.machine.isCancelled } }

  package func pause() { state.withLock { $0.machine.pause() } }

  package func resume() {
    perform { machine, now in machine.resume(at: now) }
  }

  @MainActor
  @discardableResult
  package func flush() -> Bool {
    begin(preparing: false) { machine, now in machine.flush(at: now) }
  }

  package func cancel() {
    let (isFirst, alarm) = state.withLock { ($0.machine.cancel(), $0.alarm.take()) }
    guard isFirst else { return }
    changeSignal.removeListener(self)
    alarm?.stop()
    if MainActor.isCurrent {
      releaseObserver()
    } else {
      enqueue { self.releaseObserver() }
    }
  }

  /// On the main actor, where the objects that the observer retains are to be destroyed: another
  /// thread must not be the last to release it.
  private func releaseObserver() {
    let observer = state.withLock { ($0.notify.take(), $0.prepare.take()) }
    withExtendedLifetime(observer) {}
  }

  /// The task is detached because it must not inherit the context of the task that edits the list.
  package static func enqueue(_ job: @escaping @MainActor () -> Void) {
    Task.detached { @MainActor in job() }
  }

  @MainActor
  private func jobBegan() {
    _ = begin(preparing: true) { machine, now in machine.jobBegan(at: now) }
  }

  @MainActor
  private func begin(
    preparing: Bool, _ decide: (inout DeliveryMachine, Int64) -> Bool
  ) -> Bool {
    let now = timekeeper?.now ?? 0
    let (notify, prepare) = state.withLock { state in
      (decide(&state.machine, now) ? state.notify : nil, preparing ? state.prepare : nil)
    }
    guard let notify else { return false }
    // Listen before the list is read: changes made after the read are signalled again.
    changeSignal.addListener(self)
    if let update = prepare?(), state.withLock({ $0.machine.postpone() }) {
      Task.detached(priority: .userInitiated) {
        update()
        self.perform { machine, now in machine.updated(at: now) }
      }
      // It may have been cancelled since the listener was added.
      if isCancelled { changeSignal.removeListener(self) }
      return false
    }
    let didNotify = notify()
    perform { machine, now in machine.ended(at: now, didNotify: didNotify) }
    if isCancelled { changeSignal.removeListener(self) }
    return didNotify
  }

  private func perform(_ decide: (inout DeliveryMachine, Int64) -> DeliveryMachine.Action) {
    let now = timekeeper?.now ?? 0
    let action = state.withLock { decide(&$0.machine, now) }
    switch action {
    case .nothing: break
    case .enqueue: enqueue { self.jobBegan() }
    case .setAlarm(let moment): alarmClock?.set(for: moment)
    }
  }

  /// Created when first needed; nil if there is no clock, or if the observation is cancelled.
  private var alarmClock: Alarm? {
    if let alarm = state.withLock({ $0.alarm }) { return alarm }
    guard let timekeeper else { return nil }
    let made = Alarm(timekeeper: timekeeper) { [weak self] in
      self?.perform { machine, now in machine.alarmFired(at: now) }
    }
    return state.withLock { state in
      if state.alarm == nil, !state.machine.isCancelled { state.alarm = made }
      return state.alarm
    }
  }
}
