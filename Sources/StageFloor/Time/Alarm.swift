/// An alarm that fires at the earliest requested moment.
///
/// Only one task sleeps for it, regardless of the number of waiters. It does not keep its owner
/// alive unless `onFire` does.
package final class Alarm: Sendable {
  private struct State {
    var sleeper: Task<Void, Never>?
    var firesAt: Int64?
    var setting: UInt64 = 0
    var isStopped = false
  }

  private let timekeeper: Timekeeper
  private let name: String?
  private let onFire: @Sendable () -> Void
  private let state = Guarded(State())

  package init(
    timekeeper: Timekeeper, name: String? = nil, onFire: @escaping @Sendable () -> Void
  ) {
    self.timekeeper = timekeeper
    self.name = name
    self.onFire = onFire
  }

  /// Sets the alarm to fire at `moment`, unless it already fires earlier.
  ///
  /// Callers have released the lock under which they computed the moment, so calls may arrive in a
  /// different order: a later moment never replaces an earlier one. Likewise, a caller that is
  /// delayed between starting a sleeper and storing it does not replace one that was set in the
  /// meantime.
  package func set(for moment: Int64) {
    guard let setting = begin(moment) else { return }
    let task = Task.detached { [self] in
      guard (try? await timekeeper.sleep(until: moment, named: name)) != nil, end(setting)
      else { return }
      onFire()
    }
    replaceSleeper(by: task, for: setting)?.cancel()
  }

  package func stop() {
    let old = state.withLock { state in
      state.isStopped = true
      state.firesAt = nil
      return state.sleeper.take()
    }
    old?.cancel()
  }

  private func begin(_ moment: Int64) -> UInt64? {
    state.withLock { state in
      guard !state.isStopped, moment < state.firesAt ?? .max else { return nil }
      state.firesAt = moment
      state.setting += 1
      return state.setting
    }
  }

  /// Returns whether this sleeper fires the alarm, which can then be set to a later moment.
  private func end(_ setting: UInt64) -> Bool {
    state.withLock { state in
      guard !state.isStopped, state.setting == setting, state.firesAt != nil else { return false }
      state.firesAt = nil
      return true
    }
  }

  /// Stores the sleeper of a setting, and returns the task to cancel.
  private func replaceSleeper(
    by task: Task<Void, Never>, for setting: UInt64
  ) -> Task<Void, Never>? {
    state.withLock { state in
      // The alarm has already fired, fires earlier, or was stopped.
      guard state.setting == setting, state.firesAt != nil else { return task }
      defer { state.sleeper = task }
      return state.sleeper
    }
  }
}
