internal import StageFloor

/// Fires at the earliest requested moment: on the thread that renews leases; without one, and with a
/// test's clock, in a task.
final class LeaseAlarm: Sendable {
  private struct State {
    var setting: (moment: Int64, ticket: DeadlineHeap.Ticket)?
    var isStopped = false
  }

  private let timekeeper: Timekeeper
  private let thread: LeaseThread?
  private let alarm: Alarm
  private let onFire: @Sendable () -> Void
  private let state = Guarded(State())

  init(
    _ timekeeper: Timekeeper, _ thread: LeaseThread?, name: String,
    onFire: @escaping @Sendable () -> Void
  ) {
    self.timekeeper = timekeeper
    self.thread = thread
    self.onFire = onFire
    alarm = Alarm(timekeeper: timekeeper, name: name, onFire: onFire)
  }

  /// As ``Alarm/set(for:)``: a later moment never replaces an earlier one.
  func set(for moment: Int64) {
    guard let thread else { return alarm.set(for: moment) }
    state.withLock { state in
      if state.isStopped || moment >= state.setting?.moment ?? .max { return }
      if let earlier = state.setting { thread.cancel(earlier.ticket) }
      state.setting = (moment, call(thread, at: moment))
    }
  }

  /// The thread's clock stops while the machine is suspended, and that of leases runs on: so it looks
  /// at the latter every second.
  private func call(_ thread: LeaseThread, at moment: Int64) -> DeadlineHeap.Ticket {
    thread.call(after: min(moment - timekeeper.now, 1_000_000_000)) { [weak self] in
      self?.fire(moment)
    }
  }

  func stop() {
    alarm.stop()
    let setting = state.withLock { state in
      state.isStopped = true
      return state.setting.take()
    }
    if let setting { thread?.cancel(setting.ticket) }
  }

  private func fire(_ moment: Int64) {
    let isDue = state.withLock { state in
      guard state.setting?.moment == moment else { return false }
      if let thread, timekeeper.now < moment {
        state.setting = (moment, call(thread, at: moment))
        return false
      }
      state.setting = nil
      return true
    }
    if isDue { onFire() }
  }
}
