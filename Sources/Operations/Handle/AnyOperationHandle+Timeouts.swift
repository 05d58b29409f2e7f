internal import StageFloor

extension OperationHandle {
  /// Waits for the end, up to a time limit.
  ///
  /// The operation continues if the wait times out. The time is measured by the clock of its
  /// manager. A waiting body may get its slot back only later; in that case it continues later.
  ///
  /// - Parameter timeout: The maximum time to wait.
  /// - Returns: The value; nil if the wait timed out.
  /// - Throws: The same errors as ``value``.
  public func value(timeout: Duration) async throws -> Output? {
    guard try await waitForEnd(timeout: timeout) else { return nil }
    return try outcome?.get(from: name)
  }
}

/// Time limits of waits.
extension Engine {
  /// Sets the time limit of a wait.
  ///
  /// - Returns: A ticket to remove the limit from the agenda of the operation's manager.
  func setEnd(
    ofWait ticket: UInt64, for handle: AnyOperationHandle, after timeout: Duration
  ) -> Agenda.Ticket {
    let handle = handle.core
    let moment = handle.manager.timekeeper.now + min(timeout.wholeNanoseconds, .max / 4)
    return perform { deeds in
      deeds.append(.setAlarm(handle.manager, moment))
      return handle.manager.agenda.set(.endWait(ticket), for: handle, at: moment)
    }
  }

  /// Ends a wait that timed out; for threads.
  func endWait(_ ticket: UInt64, for handle: AnyOperationHandle) {
    perform { deeds in endWait(ticket, for: handle.core, &deeds) }
  }

  /// Ends a wait that timed out; under the lock.
  func endWait(_ ticket: UInt64, for handle: AnyOperationHandle, _ deeds: inout Deeds) {
    let rarities = handle.details.rarities
    guard handle.details.verdict == nil, var waiter = rarities.waiters[ticket] else { return }
    switch waiter.wake {
    case .expected:
      waiter.wake = .late
      rarities.waiters[ticket] = waiter
    case .task(let continuation):
      if endLate(waiter, of: handle) {
        deeds.append(.tell([continuation]))
      } else {
        parked[ticket] = continuation
      }
    case .cancelled, .late:
      break
    }
  }

  /// Removes a waiter that timed out; under the lock.
  ///
  /// - Returns: Whether it may continue at once; otherwise it is resumed when it has its slot back.
  func endLate(_ waiter: OperationWaiter, of handle: AnyOperationHandle) -> Bool {
    removeWaiter(waiter.ticket, of: handle.details.rarities)
    let mayGoOn = endAwait(of: waiter, isCancelled: false)
    if handle.details.verdict == nil, let other = machine.slot(of: handle.id) {
      if let awaiting = waiter.awaiting, let slot = machine.slot(of: awaiting.id) {
        machine.removeAwait(of: other, by: slot)
      }
      machine.removeInterest(other)
    }
    return mayGoOn
  }
}
