internal import StageFloor

extension OperationManager {
  func rest(before attempt: Int, _ policy: RetryPolicy) -> Int64 {
    Engine.shared.lock.withLock {
      policy.delay(beforeAttempt: attempt, using: &jitter).wholeNanoseconds
    }
  }

  func deadlinePassed() {
    let now = timekeeper.now
    var late: [UnsafeContinuation<Bool, Never>] = []
    while performDueDeadlines(at: now, &late) { Engine.shared.yieldLock() }
    for listener in late { listener.resume(returning: false) }
    watchForStalls(at: now)
  }

  /// Returns whether more are due; `late` receives the waiters for idleness that have timed out.
  private func performDueDeadlines(
    at now: Int64, _ late: inout [UnsafeContinuation<Bool, Never>]
  ) -> Bool {
    Engine.shared.modify { effects in
      for _ in 0..<Self.deadlinesPerSlice {
        guard let (handle, kind) = deadlines.popDue(at: now) else { break }
        if case .endIdleWait(let ticket) = kind {
          if let listener = idleListeners.settle(ticket, with: false) { late.append(listener) }
        } else if let handle {
          perform(kind, handle, &effects)
        }
      }
      guard let earliest = deadlines.earliest else { return false }
      if earliest <= now { return true }
      effects.append(.setAlarm(self, earliest))
      return false
    }
  }

  /// The number of deadlines handled before other threads proceed.
  private static var deadlinesPerSlice: Int { 64 }

  private func perform(
    _ kind: Deadlines.Kind, _ handle: AnyOperationHandle, _ effects: inout Effects
  ) {
    if case .endWait(let ticket) = kind {
      return Engine.shared.endWait(ticket, for: handle, &effects)
    }
    guard let slot = Engine.shared.machine.slot(of: handle.id) else { return }
    switch kind {
    case .wakeUp:
      Engine.shared.machine.wakeUp(handle.id)
    case .expire:
      guard handle.details.attempt == 0 else { return }
      _ = Engine.shared.machine.cancel(slot, .expired, .this)
    case .timeOut:
      _ = Engine.shared.machine.cancel(slot, .timedOut, .this)
    case .timeOutAttempt:
      guard let driver = handle.details.driver else { return }
      handle.details.isAttemptOver = true
      driver.isSpoiled = true
      effects.append(.interrupt(driver))
    case .endWait, .endIdleWait:
      break
    }
  }
}

extension AnyOperationHandle {
  /// Removed when the operation ends; under the lock.
  final func set(_ kind: Deadlines.Kind, at moment: Int64, _ effects: inout Effects) {
    details.extras.deadlines.append(manager.deadlines.set(kind, for: self, at: moment))
    effects.append(.setAlarm(manager, moment))
  }

  final func setAttemptDeadline(at moment: Int64, _ effects: inout Effects) {
    details.isAttemptOver = false
    details.extras.attemptDeadline = manager.deadlines.set(.timeOutAttempt, for: self, at: moment)
    effects.append(.setAlarm(manager, moment))
  }

  /// Under the lock.
  final func endAttempt() {
    details.isAttemptOver = false
    guard let deadline = details.existingExtras?.attemptDeadline else { return }
    manager.deadlines.remove(deadline)
    details.extras.attemptDeadline = nil
  }

  /// Under the lock.
  final func clearDeadlines() {
    for ticket in details.deadlines { manager.deadlines.remove(ticket) }
    details.extras.deadlines = []
    endAttempt()
  }
}
