internal import StageFloor
internal import Synchronization

extension PoolCore {
  /// Shuts the core down because the pool that owns it is being deallocated.
  ///
  /// Idle elements are destroyed now. Objects lent by `acquire()` could be returned only to the
  /// pool, so they belong to their holders, and those loans end. If leases are outstanding, the
  /// core retains itself until the last of them has ended: this one reference stands for all leases
  /// together.
  final func poolDropped() {
    let keepsItself = Unmanaged.passRetained(self)
    reference.clear()
    let (isClosed, alarm, handedOut, observers) = decide { state, now, effects in
      state.isFastPathDisabled = true
      if state.machine.service == .closed {
        return (true, self.alarm, [Int](), state.takeObservers())
      }
      state.isDropped = true
      state.machine.shutdown(failingWaiters: true, at: now, into: &effects)
      return (false, self.alarm, state.takeHandedOut(), [])
    }
    withExtendedLifetime(observers) {}
    alarm?.stop()
    for slot in handedOut { leaveToItsHolder(table[slot]) }
    if isClosed { keepsItself.release() }
  }

  /// Ends the loan of an object that can no longer be returned; the object belongs to its holder.
  final func leaveToItsHolder(_ slot: SlotRef) {
    forgetElement(in: slot)
    detached(slot)
  }

  /// Shuts the pool down, and waits until every element is returned or the deadline has passed.
  final func shutdown(waiters: PoolWaiterTreatment, deadline: Duration) async -> PoolShutdownReport
  {
    let (ticket, warmers) = decide { state, now, effects in
      state.isFastPathDisabled = true
      state.machine.shutdown(failingWaiters: waiters == .fail, at: now, into: &effects)
      return (
        state.machine.service == .closed ? nil : state.drainListeners.ticket(),
        state.warmUpListeners.settleAll(with: .failure(PoolError.shutdown))
      )
    }
    for warmer in warmers { warmer.resume(returning: .failure(PoolError.shutdown)) }
    guard let ticket else { return PoolShutdownReport(isComplete: true) }
    let end = timekeeper.now + max(0, deadline.wholeNanoseconds)
    let deadlineAlarm = Alarm(timekeeper: timekeeper, name: traits.name) { [self] in
      stopWaitingForDrain(ticket)
    }
    deadlineAlarm.set(for: end)
    let isComplete = await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: WaiterTable<Bool>.Continuation) in
        let isComplete = decide(.calm) { state, _, _ in
          state.drainListeners.wait(ticket, continuation)
        }
        if let isComplete { continuation.resume(returning: isComplete) }
      }
    } onCancel: {
      stopWaitingForDrain(ticket)
    }
    deadlineAlarm.stop()
    HandOver.receive(self)
    if isComplete { return PoolShutdownReport(isComplete: true) }
    return giveUpOnTheRest()
  }

  private func stopWaitingForDrain(_ ticket: UInt64) {
    let continuation = decide(.calm) { state, _, _ in
      state.drainListeners.settle(ticket, with: false)
    }
    continuation?.resume(returning: false)
  }

  /// Fails the remaining waiters after the deadline, and reports the outstanding loans.
  private func giveUpOnTheRest() -> PoolShutdownReport {
    let now = timekeeper.now
    var (report, notes) = decide { state, _, effects in
      var report = PoolShutdownReport(isComplete: false)
      report.failedWaiters = state.machine.line.count
      report.creating = state.machine.slots.buildingCount
      report.preparing = state.machine.slots.preparingCount
      report.destroying = state.machine.slots.destroyingCount
      let notes = loanNotes(state)
      state.machine.shutdown(failingWaiters: true, at: now, into: &effects)
      report.isComplete = state.machine.service == .closed
      return (report, notes)
    }
    report.loans = notes.map { $0.loan(at: now) }
    return report
  }
}
