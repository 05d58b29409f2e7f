internal import StageFloor
internal import Synchronization

extension PoolCore {
  /// Ends a loan through the machine.
  @usableFromInline
  @inline(never)
  final func giveBackSlowly(_ slot: SlotRef) {
    // First of all, because another thread may be waiting for a slot that says `leaving`.
    slot.pass()
    if traits.hasReturnHook {
      if clean(slot) == .discard {
        discard(slot, because: .byHook)
        return
      }
      // Again, for what the hook did to the element.
      slot.pass()
    }
    if let loan = returnToMachine(slot) { report(loan) }
  }

  /// Ends a loan whose element is not to be lent again.
  @usableFromInline
  @inline(never)
  final func discard(_ slot: SlotRef, because reason: DiscardReason) {
    slot.pass()
    let loan = decide(clock: clockForLoans ?? .unlessIdle) { desk, now, orders in
      let loan = endLoan(of: slot, &desk, at: now)
      _ = desk.machine.discarded(slot.index, because: reason, at: now, into: &orders)
      return loan
    }
    if let loan { report(loan) }
  }

  /// The borrower has taken the element out of its slot for good.
  @usableFromInline
  @inline(never)
  final func detached(_ slot: SlotRef) {
    slot.pass()
    let loan = decide(clock: clockForLoans ?? .unlessIdle) { desk, now, orders in
      let loan = endLoan(of: slot, &desk, at: now)
      desk.machine.detached(slot.index, at: now, into: &orders)
      return loan
    }
    if let loan { report(loan) }
  }

  /// The borrower has put another, unused element into the slot.
  @usableFromInline
  @inline(never)
  final func replaced(_ slot: SlotRef) {
    slot.pass()
    let loan = decide(clock: .always) { desk, now, orders in
      let loan = endLoan(of: slot, &desk, at: now)
      desk.machine.replaced(slot.index, at: now, into: &orders)
      return loan
    }
    if let loan { report(loan) }
  }

  /// An element has ended.
  final func ended(_ ending: Ending) {
    let observer = traits.observer
    decide { desk, now, orders in
      desk.tally.discarded[ending.reason, default: 0] += 1
      desk.machine.destroyed(ending.slot.index, at: now, into: &orders)
    }
    observer?(.discarded(ending.reason))
  }

  /// Elements have ended: as ``ended(_:)`` for each, with one passage through the lock.
  final func ended(_ endings: ArraySlice<Ending>) {
    let observer = traits.observer
    decide { desk, now, orders in
      for ending in endings { desk.tally.discarded[ending.reason, default: 0] += 1 }
      desk.machine.destroyed(endings.map(\.slot.index), at: now, into: &orders)
    }
    guard let observer else { return }
    for ending in endings { observer(.discarded(ending.reason)) }
  }

  private func returnToMachine(_ slot: SlotRef) -> EndedLoan? {
    lock.lock()
    if mode.load(ordering: .relaxed) == 0 {
      if ownsLane {
        var orders = OrderList<Machine.Order>()
        stackAway(for: slot, &desk.pointee, into: &orders)
        leaveDesk(with: orders)
        return nil
      }
      if !isOrdered {
        // The pool has calmed down since the caller looked: nobody waits.
        let lock = self.lock
        slot.becomeIdle()
        lock.unlock()
        return nil
      }
      becomeAttentive()
    }
    var orders = OrderList<Machine.Order>()
    let now = time(clockForLoans ?? .unlessSettled)
    let loan = endLoan(of: slot, &desk.pointee, at: now)
    _ = desk.pointee.machine.giveBack(slot.index, at: now, into: &orders)
    considerCalm(&desk.pointee)
    leaveDesk(with: orders)
    return loan
  }

  // MARK: What is known of loans

  /// What is left of a loan that has ended.
  struct EndedLoan {
    var site: LoanMark
    var age: Int64
    var wasReportedLong: Bool
    /// Taken along because the core may be gone when it is called; nil: the loan was not noted.
    var observer: (@Sendable (PoolEvent) -> Void)?
    /// Taken along so that it does not end under the lock.
    var label: Desk.Label?
  }

  /// Where loans are noted, their times are.
  final var clockForLoans: ClockUse? { notesLoans ? .always : nil }

  private func endLoan(of slot: SlotRef, _ desk: inout Desk, at now: Int64) -> EndedLoan? {
    let label = desk.labels.isEmpty ? nil : desk.labels.removeValue(forKey: slot.index)
    guard notesLoans, let loan = desk.endLoan(slot.index) else { return unobserved(label) }
    let age = now - loan.since
    if traits.recordsTimings { desk.tally.record(\.holds, nanoseconds: age) }
    guard isObserved else { return unobserved(label) }
    return EndedLoan(
      site: slot.mark, age: age, wasReportedLong: loan.isReportedLong, observer: traits.observer,
      label: label)
  }

  /// A loan that no observer sees.
  private func unobserved(_ label: Desk.Label?) -> EndedLoan? {
    label.map {
      EndedLoan(site: LoanMark(file: 0, line: 0), age: 0, wasReportedLong: false, label: $0)
    }
  }

  private func report(_ loan: EndedLoan) {
    guard let observer = loan.observer else { return }
    let site = loan.site.site
    observer(.returned(from: site, after: .nanoseconds(loan.age)))
    if loan.wasReportedLong { observer(.cameBack(from: site, after: .nanoseconds(loan.age))) }
  }
}

extension PoolSnapshot {
  /// Counts one duration.
  mutating func record(_ kind: WritableKeyPath<Timings, Histogram>, nanoseconds: Int64) {
    timings = timings ?? Timings()
    timings?[keyPath: kind].record(nanoseconds: nanoseconds)
  }
}
