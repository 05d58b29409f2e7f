internal import StageFloor

extension OperationManager {
  /// The pause before an attempt.
  func rest(before attempt: Int, _ policy: RetryPolicy) -> Int64 {
    Engine.shared.lock.withLock {
      policy.delay(beforeAttempt: attempt, using: &jitter).wholeNanoseconds
    }
  }

  /// Handles due deadlines.
  func ring() {
    let now = timekeeper.now
    var late: [UnsafeContinuation<Bool, Never>] = []
    while ringOnce(at: now, &late) { Engine.shared.letOthersIn() }
    for listener in late { listener.resume(returning: false) }
    watchForStalls(at: now)
  }

  /// Handles some of the due deadlines.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - late: Receives the waiters for idleness that have timed out.
  /// - Returns: Whether more deadlines are due.
  private func ringOnce(
    at now: Int64, _ late: inout [UnsafeContinuation<Bool, Never>]
  ) -> Bool {
    Engine.shared.perform { deeds in
      for _ in 0..<Self.mostRings {
        guard let (handle, matter) = agenda.popDue(at: now) else { break }
        if case .endIdleWait(let ticket) = matter {
          if let listener = idleListeners.settle(ticket, with: false) { late.append(listener) }
        } else if let handle {
          carryOut(matter, handle, &deeds)
        }
      }
      guard let earliest = agenda.earliest else { return false }
      if earliest <= now { return true }
      deeds.append(.setAlarm(self, earliest))
      return false
    }
  }

  /// The number of deadlines handled before other threads proceed.
  private static var mostRings: Int { 64 }

  private func carryOut(
    _ matter: Agenda.Matter, _ handle: AnyOperationHandle, _ deeds: inout Deeds
  ) {
    if case .endWait(let ticket) = matter {
      return Engine.shared.endWait(ticket, for: handle, &deeds)
    }
    guard let slot = Engine.shared.machine.slot(of: handle.id) else { return }
    switch matter {
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
      deeds.append(.interrupt(driver))
    case .endWait, .endIdleWait:
      break
    }
  }
}

extension AnyOperationHandle {
  /// Sets a deadline that is removed when the operation ends; under the lock.
  final func set(_ matter: Agenda.Matter, at moment: Int64, _ deeds: inout Deeds) {
    details.rarities.deadlines.append(manager.agenda.set(matter, for: self, at: moment))
    deeds.append(.setAlarm(manager, moment))
  }

  /// Sets the deadline of the current attempt; under the lock.
  final func setAttemptDeadline(at moment: Int64, _ deeds: inout Deeds) {
    details.isAttemptOver = false
    details.rarities.attemptDeadline = manager.agenda.set(.timeOutAttempt, for: self, at: moment)
    deeds.append(.setAlarm(manager, moment))
  }

  /// Removes the deadline of the current attempt; under the lock.
  final func endAttempt() {
    details.isAttemptOver = false
    guard let deadline = details.rare?.attemptDeadline else { return }
    manager.agenda.remove(deadline)
    details.rarities.attemptDeadline = nil
  }

  /// Removes all deadlines of the operation; under the lock.
  final func clearAgenda() {
    for ticket in details.deadlines { manager.agenda.remove(ticket) }
    details.rarities.deadlines = []
    endAttempt()
  }
}
