internal import StageFloor

/// The one alarm of a pool: it rings at the earliest of the moments that were asked for.
///
/// One task sleeps for it, however many wait. It does not keep its pool alive.
final class Alarm: Sendable {
  private let timekeeper: Timekeeper
  private let ring: @Sendable () -> Void
  private let lock = LockWord()
  nonisolated(unsafe) private var sleeper: Task<Void, Never>?  // guard: `lock`
  nonisolated(unsafe) private var nextRing: Int64?  // guard: `lock`
  nonisolated(unsafe) private var isStopped = false  // guard: `lock`

  init(timekeeper: Timekeeper, ring: @escaping @Sendable () -> Void) {
    self.timekeeper = timekeeper
    self.ring = ring
  }

  deinit { lock.deallocate() }

  /// Rings at `moment`, if it is not to ring earlier.
  ///
  /// Those who set it do so after they have left the lock under which they found the moment, and
  /// may come here in another order than they found them: a later moment never takes the place of
  /// an earlier one.
  func set(for moment: Int64) {
    guard isEarlier(moment) else { return }
    let task = Task.detached { [self] in
      guard (try? await timekeeper.sleep(until: moment)) != nil, !Task.isCancelled else { return }
      forget(moment)
      ring()
    }
    replaceSleeper(by: task, until: moment)?.cancel()
  }

  /// Rings no more.
  func stop() {
    lock.lock()
    isStopped = true
    let old = sleeper
    sleeper = nil
    nextRing = nil
    lock.unlock()
    old?.cancel()
  }

  /// Takes note of `moment` if nothing is to ring before it.
  private func isEarlier(_ moment: Int64) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard !isStopped, moment < nextRing ?? .max else { return false }
    nextRing = moment
    return true
  }

  /// The alarm rings: from now on it may be set for later.
  private func forget(_ moment: Int64) {
    lock.withLock { if nextRing == moment { nextRing = nil } }
  }

  /// - Returns: the task to cancel.
  private func replaceSleeper(
    by task: Task<Void, Never>, until moment: Int64
  ) -> Task<Void, Never>? {
    lock.lock()
    defer { lock.unlock() }
    // It has rung already, or is to ring earlier, or no more.
    guard nextRing == moment else { return task }
    defer { sleeper = task }
    return sleeper
  }
}
