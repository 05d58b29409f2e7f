internal import StageFloor

extension OperationHandle {
  /// Waits for the end, but not for longer than a time.
  ///
  /// The operation goes on if time runs out. The time is measured by the clock of its manager. A
  /// body that waits may get its place back only later: then it goes on later.
  ///
  /// - Parameter timeout: how long to wait at most.
  /// - Returns: the value; nil if time ran out.
  /// - Throws: as ``value``.
  public func value(timeout: Duration) async throws -> Output? {
    guard try await waitForEnd(timeout: timeout) else { return nil }
    return try outcome?.get(from: name)
  }
}

/// Waits that end at a moment.
extension Engine {
  /// Has a wait end after some time.
  ///
  /// - Returns: to take it off the agenda of the operation's manager again.
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

  /// The time of a wait has run out, on a thread.
  func endWait(_ ticket: UInt64, for handle: AnyOperationHandle) {
    perform { deeds in endWait(ticket, for: handle.core, &deeds) }
  }

  /// The time of a wait has run out; under the lock.
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

  /// Takes one that waited for too long out of the line; under the lock.
  ///
  /// - Returns: whether it may go on at once; otherwise it is told once it has its place.
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
