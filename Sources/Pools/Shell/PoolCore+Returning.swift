internal import StageFloor
internal import Synchronization

extension PoolCore {
  @usableFromInline
  @inline(never)
  final func returnElementSlowly(_ slot: SlotRef) {
    // First of all, because another thread may be waiting for a slot that is `leaving`.
    slot.pass()
    if traits.hasReturnHook {
      if clean(slot) == .discard {
        discard(slot, because: .byHook)
        return
      }
      // Again, to publish the hook's changes to the element.
      slot.pass()
    }
    if let loan = returnToMachine(slot) { report(loan) }
  }

  @usableFromInline
  @inline(never)
  final func discard(_ slot: SlotRef, because reason: PoolDiscardReason) {
    slot.pass()
    let loan = decide(clock: clockForLoans ?? .unlessIdle) { state, now, effects in
      let loan = endLoan(of: slot, &state, at: now)
      _ = state.machine.discarded(slot.index, because: reason, at: now, into: &effects)
      return loan
    }
    if let loan { report(loan) }
  }

  @usableFromInline
  @inline(never)
  final func detached(_ slot: SlotRef) {
    slot.pass()
    let loan = decide(clock: clockForLoans ?? .unlessIdle) { state, now, effects in
      let loan = endLoan(of: slot, &state, at: now)
      state.machine.detached(slot.index, at: now, into: &effects)
      return loan
    }
    if let loan { report(loan) }
  }

  @usableFromInline
  @inline(never)
  final func replaced(_ slot: SlotRef) {
    slot.pass()
    let loan = decide(clock: .always) { state, now, effects in
      let loan = endLoan(of: slot, &state, at: now)
      state.machine.replaced(slot.index, at: now, into: &effects)
      return loan
    }
    if let loan { report(loan) }
  }

  final func ended(_ ending: Ending) {
    let observers = self.observers
    let listeners = decide { state, now, effects in
      state.tally.discarded[ending.reason, default: 0] += 1
      state.machine.destroyed(ending.slot.index, at: now, into: &effects)
      return state.endReachedWarmUps()
    }
    for listener in listeners { listener.resume(returning: .success(())) }
    observers.notify(.discarded(ending.reason))
  }

  final func ended(_ endings: ArraySlice<Ending>) {
    let observers = self.observers
    let listeners = decide { state, now, effects in
      for ending in endings { state.tally.discarded[ending.reason, default: 0] += 1 }
      state.machine.destroyed(endings.map(\.slot.index), at: now, into: &effects)
      return state.endReachedWarmUps()
    }
    for listener in listeners { listener.resume(returning: .success(())) }
    if observers.isEmpty { return }
    for ending in endings { observers.notify(.discarded(ending.reason)) }
  }

  private func returnToMachine(_ slot: SlotRef) -> EndedLoan? {
    // Read before the lock is taken, so that others wait for it less.
    let start = notesLoans ? timekeeper.quickNow : 0
    lock.lock()
    if mode.load(ordering: .relaxed) == 0 {
      if ownsFastPath {
        var effects = Effects<Machine.Action>()
        pushPrevious(for: slot, &state.pointee, into: &effects)
        unlock(performing: effects)
        return nil
      }
      if !isOrdered {
        // The fast path was reopened since the caller's check: no borrower waits.
        let lock = self.lock
        slot.becomeIdle()
        lock.unlock()
        return nil
      }
      closeFastPath()
    }
    var loan: EndedLoan?
    if start != 0 || !state.pointee.labels.isEmpty {
      loan = endLoan(of: slot, &state.pointee, at: start)
    }
    if returnDirectly(slot, at: start) { return loan }
    var effects = Effects<Machine.Action>()
    let now = start != 0 ? start : time(.unlessSettled)
    _ = state.pointee.machine.returnElement(slot.index, at: now, into: &effects)
    reopenFastPath(&state.pointee)
    unlock(performing: effects)
    return loan
  }

  // MARK: Records of loans

  struct EndedLoan {
    var site: LoanMark
    var age: Int64
    var wasReportedLong: Bool
    /// Copied because the core may be deallocated when they are called; empty if the loan was not
    /// recorded.
    var observers: [EventObserver<PoolEvent>?] = []
    /// Moved here so that it is not released under the lock.
    var label: PoolState.Label?
  }

  final var clockForLoans: ClockUse? { notesLoans ? .always : nil }

  private func endLoan(of slot: SlotRef, _ state: inout PoolState, at now: Int64) -> EndedLoan? {
    let label = state.labels.isEmpty ? nil : state.labels.removeValue(forKey: slot.index)
    guard notesLoans, let loan = state.endLoan(slot.index) else { return unobserved(label) }
    let age = max(0, now - loan.since)
    if traits.recordsTimings { state.tally.record(.hold, nanoseconds: age) }
    guard isObserved else { return unobserved(label) }
    return EndedLoan(
      site: slot.mark, age: age, wasReportedLong: loan.isReportedLong,
      observers: state.observers.places, label: label)
  }

  private func unobserved(_ label: PoolState.Label?) -> EndedLoan? {
    label.map {
      EndedLoan(site: LoanMark(file: 0, line: 0), age: 0, wasReportedLong: false, label: $0)
    }
  }

  private func report(_ loan: EndedLoan) {
    let observers = loan.observers
    if observers.isEmpty { return }
    let site = loan.site.site
    observers.notify(.returned(from: site, after: .nanoseconds(loan.age)))
    if loan.wasReportedLong {
      observers.notify(.returnedAfterLongHold(from: site, after: .nanoseconds(loan.age)))
    }
  }
}

extension PoolSnapshot {
  /// Not a key path, whose use takes longer than the rest of the recording.
  enum Timed { case wait, hold, creation }

  mutating func record(_ timed: Timed, nanoseconds: Int64) {
    if timings == nil { timings = Timings() }
    switch timed {
    case .wait: timings?.waits.record(nanoseconds: nanoseconds)
    case .hold: timings?.holds.record(nanoseconds: nanoseconds)
    case .creation: timings?.creations.record(nanoseconds: nanoseconds)
    }
  }
}
