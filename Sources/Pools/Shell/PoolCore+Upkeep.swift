internal import StageFloor
internal import Synchronization

extension PoolCore {
  final func built(_ slot: SlotRef, taking taken: Int64) {
    let observers = self.observers
    let (listeners, _, _) = decide { state, now, effects in
      let keysError = state.note(creationError: nil, forKeyOf: slot.index)
      state.machine.built(slot.index, at: now == 0 ? timekeeper.now : now, into: &effects)
      return (state.endReachedWarmUps(), noteCreation(&state, taking: taken), keysError)
    }
    for listener in listeners { listener.resume(returning: .success(())) }
    observers.notify(.created(taking: .nanoseconds(taken)))
  }

  final func added(_ slot: SlotRef) {
    let listeners = decide { state, now, effects in
      state.machine.added(slot.index, at: now == 0 ? timekeeper.now : now, into: &effects)
      return state.endReachedWarmUps()
    }
    for listener in listeners { listener.resume(returning: .success(())) }
  }

  final func buildFailed(_ slot: SlotRef, with error: any Error) {
    let observers = self.observers
    let (listeners, others, _, _) = decide { state, now, effects in
      let keysError = state.note(creationError: error, forKeyOf: slot.index)
      let warmUps = state.machine.buildFailed(
        slot.index, with: error, at: now == 0 ? timekeeper.now : now, into: &effects)
      return (
        state.endWarmUps(warmUps, with: .failure(error)), state.endReachedWarmUps(),
        state.noteFailedCreation(error), keysError
      )
    }
    for listener in listeners { listener.resume(returning: .failure(error)) }
    for listener in others { listener.resume(returning: .success(())) }
    observers.notify(.creationFailed(error))
  }

  final func prepared(_ slot: SlotRef) {
    decide { state, now, effects in
      state.machine.prepared(slot.index, at: now, into: &effects)
    }
  }

  final func trim(_ how: PoolTrim) -> Int {
    let shedding = Machine.Shedding(how)
    return decide { state, now, effects in
      state.machine.shed(shedding, at: now == 0 ? timekeeper.now : now, into: &effects)
    }
  }

  final func invalidateAll() {
    decide { state, now, effects in
      state.machine.invalidateAll(at: now, into: &effects)
    }
  }

  final func setCapacity(_ capacity: Int, perKey capacityPerKey: Int? = nil) {
    let listeners = decide { state, now, effects in
      let now = now == 0 ? timekeeper.now : now
      if let capacityPerKey {
        state.machine.setCapacity(capacity, perKey: capacityPerKey, at: now, into: &effects)
      } else {
        state.machine.setCapacity(capacity, at: now, into: &effects)
      }
      return state.endReachedWarmUps()
    }
    for listener in listeners { listener.resume(returning: .success(())) }
  }

  final func warmUp(to count: Int, for key: (any KeySeeking)? = nil) async throws {
    require(count >= 0, "warmUp(to:) takes a count of 0 or more, not \(count).")
    let started =
      if let key {
        decide(for: key) { state, keyIndex, now, effects in
          startWarmUp(to: count, for: keyIndex, &state, at: now, into: &effects)
        }
      } else {
        decide { state, now, effects in
          let now = now == 0 ? timekeeper.now : now
          return startWarmUp(to: count, for: nil, &state, at: now, into: &effects)
        }
      }
    for listener in started.listeners { listener.resume(returning: .success(())) }
    guard started.isOpen else { throw error(.shutdown) }
    guard let ticket = started.ticket else { return }
    let result = await withTaskCancellationHandler {
      await withUnsafeContinuation {
        (continuation: WaiterTable<Result<Void, any Error>>.Continuation) in
        let settled = decide(.calm) { state, _, _ in
          state.warmUpListeners.wait(ticket, continuation)
        }
        if let settled { continuation.resume(returning: settled) }
      }
    } onCancel: {
      let cancelled = Result<Void, any Error>.failure(CancellationError())
      let continuation = decide(.calm, clock: .always) { state, now, effects in
        // No further elements are created for this call.
        state.machine.cancelWarmUp(ticket, at: now, into: &effects)
        return state.warmUpListeners.settle(ticket, with: cancelled)
      }
      continuation?.resume(returning: cancelled)
    }
    try result.get()
  }

  /// With the lock held; returns whether the pool is open, the ticket to wait with, and the waiters
  /// to resume.
  private func startWarmUp(
    to count: Int, for keyIndex: Int?, _ state: inout PoolState, at now: Int64,
    into effects: inout Effects<Machine.Action>
  ) -> (isOpen: Bool, ticket: UInt64?, listeners: [PoolState.WarmUpListeners.Continuation]) {
    guard state.machine.service == .open else { return (false, nil, []) }
    guard state.machine.rules.builder == .pool else { return (true, nil, []) }
    let ticket = state.warmUpListeners.ticket()
    if let keyIndex {
      state.machine.warmUp(ticket, to: count, for: keyIndex, at: now, into: &effects)
    } else {
      state.machine.warmUp(ticket, to: count, at: now, into: &effects)
    }
    return (true, ticket, state.endReachedWarmUps())
  }

  // MARK: Shutting down

  /// Idle elements are destroyed now.
  ///
  /// Objects lent by `acquire()` could be returned only to the pool, so they belong to their
  /// holders, and those loans end. If leases are outstanding, the core retains itself until the
  /// last has ended: one reference for all of them.
  final func poolDropped() {
    let keepsItself = Unmanaged.passRetained(self)
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
    if isClosed {
      reference.clear()
      keepsItself.release()
    }
  }

  final func leaveToItsHolder(_ slot: SlotRef) {
    forgetElement(in: slot)
    detached(slot)
  }

  final func shutdown(failingWaiters: Bool, deadline: Duration) async -> PoolShutdownReport {
    let (ticket, warmers) = decide { state, now, effects in
      state.isFastPathDisabled = true
      state.machine.shutdown(failingWaiters: failingWaiters, at: now, into: &effects)
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

extension PoolState {
  /// Returns the waiters to resume, without the lock.
  mutating func endReachedWarmUps() -> [WarmUpListeners.Continuation] {
    endWarmUps(machine.takeReachedWarmUps(), with: .success(()))
  }

  fileprivate mutating func endWarmUps(
    _ tickets: [UInt64], with result: Result<Void, any Error>
  ) -> [WarmUpListeners.Continuation] {
    tickets.compactMap { warmUpListeners.settle($0, with: result) }
  }
}
