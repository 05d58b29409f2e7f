/// An alarm: it rings at the earliest of the moments that were asked for.
///
/// One task sleeps for it, however many wait. It does not keep its owner alive, unless `ring` does.
package final class Alarm: Sendable {
  private struct State {
    var sleeper: Task<Void, Never>?
    /// When it rings next; nil: not set.
    var nextRing: Int64?
    /// The number of the last setting.
    var setting: UInt64 = 0
    var isStopped = false
  }

  private let timekeeper: Timekeeper
  private let name: String?
  private let ring: @Sendable () -> Void
  private let lock = LockWord()
  nonisolated(unsafe) private var state = State()  // guard: `lock`

  /// An alarm that is not set.
  ///
  /// - Parameters:
  ///   - timekeeper: The clock.
  ///   - name: The name of its owner, for a clock that lists its sleepers.
  ///   - ring: Called at the moment, in a task of the alarm's own.
  package init(
    timekeeper: Timekeeper, name: String? = nil, ring: @escaping @Sendable () -> Void
  ) {
    self.timekeeper = timekeeper
    self.name = name
    self.ring = ring
  }

  deinit { lock.deallocate() }

  /// Rings at `moment`, if it is not to ring earlier.
  ///
  /// Those who set it do so after they have left the lock under which they found the moment, and
  /// may come here in another order than they found them: a later moment never takes the place of
  /// an earlier one. Nor does who is held up between starting a sleeper and putting it in its place
  /// take the place of a sleeper that was set meanwhile.
  package func set(for moment: Int64) {
    guard let setting = begin(moment) else { return }
    let task = Task.detached { [self] in
      guard (try? await timekeeper.sleep(until: moment, named: name)) != nil, end(setting)
      else { return }
      ring()
    }
    replaceSleeper(by: task, for: setting)?.cancel()
  }

  /// Rings no more.
  package func stop() {
    lock.lock()
    state.isStopped = true
    state.nextRing = nil
    let old = state.sleeper
    state.sleeper = nil
    lock.unlock()
    old?.cancel()
  }

  /// - Returns: the number of this setting, or nil if it rings earlier anyway.
  private func begin(_ moment: Int64) -> UInt64? {
    lock.lock()
    defer { lock.unlock() }
    guard !state.isStopped, moment < state.nextRing ?? .max else { return nil }
    state.nextRing = moment
    state.setting += 1
    return state.setting
  }

  /// A sleeper has woken up.
  ///
  /// - Returns: whether it is the one that rings; from now on the alarm may be set for later.
  private func end(_ setting: UInt64) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard !state.isStopped, state.setting == setting, state.nextRing != nil else { return false }
    state.nextRing = nil
    return true
  }

  /// - Returns: the task to cancel.
  private func replaceSleeper(
    by task: Task<Void, Never>, for setting: UInt64
  ) -> Task<Void, Never>? {
    lock.lock()
    defer { lock.unlock() }
    // It has rung already, or is to ring earlier, or no more.
    guard state.setting == setting, state.nextRing != nil else { return task }
    defer { state.sleeper = task }
    return state.sleeper
  }
}
