internal import StageFloor

/// The one alarm of a pool: it rings at the earliest of the moments that were asked for.
///
/// One task sleeps for it, however many wait. It does not keep its pool alive.
final class Alarm: Sendable {
  private let timekeeper: Timekeeper
  private let ring: @Sendable () -> Void
  private let lock = LockWord()
  nonisolated(unsafe) private var sleeper: Task<Void, Never>?  // guard: `lock`
  nonisolated(unsafe) private var isStopped = false  // guard: `lock`

  init(timekeeper: Timekeeper, ring: @escaping @Sendable () -> Void) {
    self.timekeeper = timekeeper
    self.ring = ring
  }

  deinit { lock.deallocate() }

  /// Rings at `moment` instead of when it was to ring before.
  func set(for moment: Int64) {
    let task = Task.detached { [timekeeper, ring] in
      guard (try? await timekeeper.sleep(until: moment)) != nil, !Task.isCancelled else { return }
      ring()
    }
    replaceSleeper(by: task)?.cancel()
  }

  /// Rings no more.
  func stop() {
    lock.lock()
    isStopped = true
    let old = sleeper
    sleeper = nil
    lock.unlock()
    old?.cancel()
  }

  /// - Returns: the task to cancel.
  private func replaceSleeper(by task: Task<Void, Never>) -> Task<Void, Never>? {
    lock.lock()
    defer { lock.unlock() }
    if isStopped { return task }
    defer { sleeper = task }
    return sleeper
  }
}
