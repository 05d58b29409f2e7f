internal import StageFloor
internal import Synchronization

extension PoolCore {
  /// Ends a loan through the machine.
  @usableFromInline
  @inline(never)
  final func giveBackSlowly(_ slot: SlotRef) {
    slot.stay()
    if traits.hasReturnHook, clean(slot) == .discard {
      discard(slot, because: .byHook)
      return
    }
    let loan = notesLoans ? endLoan(of: slot) : nil
    returnToMachine(slot)
    if let loan { report(loan) }
  }

  /// Ends a loan whose element is not to be lent again.
  @usableFromInline
  @inline(never)
  final func discard(_ slot: SlotRef, because reason: DiscardReason) {
    slot.stay()
    let loan = notesLoans ? endLoan(of: slot) : nil
    _ = decide { desk, now, orders in
      desk.machine.discarded(slot.index, because: reason, at: now, into: &orders)
    }
    if let loan { report(loan) }
  }

  /// The borrower has taken the element out of its slot for good.
  @usableFromInline
  @inline(never)
  final func detached(_ slot: SlotRef) {
    slot.stay()
    let loan = notesLoans ? endLoan(of: slot) : nil
    decide { desk, now, orders in
      desk.machine.detached(slot.index, at: now, into: &orders)
    }
    if let loan { report(loan) }
  }

  /// An element has ended.
  final func ended(_ slot: SlotRef, because reason: DiscardReason) {
    let observer = traits.observer
    decide { desk, now, orders in
      desk.tally.discarded[reason, default: 0] += 1
      desk.machine.destroyed(slot.index, at: now, into: &orders)
    }
    observer?(.discarded(reason))
  }

  private func returnToMachine(_ slot: SlotRef) {
    lock.lock()
    if mode.load(ordering: .relaxed) == 0 {
      if ownsLane {
        conclude { desk, _, orders in stackAway(for: slot, &desk, into: &orders) }
        return
      }
      if !isOrdered {
        // The pool has calmed down since the caller looked: nobody waits.
        let lock = self.lock
        slot.becomeIdle()
        lock.unlock()
        return
      }
      becomeAttentive()
    }
    conclude(clock: .unlessSettled) { desk, now, orders in
      _ = desk.machine.giveBack(slot.index, at: now, into: &orders)
      considerCalm(&desk)
    }
  }

  // MARK: What is known of loans

  /// What is to be told of a loan that has ended.
  struct EndedLoan {
    var site: LoanMark
    var age: Int64
    var wasReportedLong: Bool
    /// Taken along because the core may be gone when it is called.
    var observer: (@Sendable (PoolEvent) -> Void)?
  }

  private func endLoan(of slot: SlotRef) -> EndedLoan? {
    let now = timekeeper.now
    let noted = decide(.calm) { desk, _, _ -> Desk.Loan? in
      guard let loan = desk.endLoan(slot.index) else { return nil }
      if traits.recordsTimings { desk.tally.record(\.holds, nanoseconds: now - loan.since) }
      return loan
    }
    guard isObserved, let noted else { return nil }
    return EndedLoan(
      site: slot.mark, age: now - noted.since, wasReportedLong: noted.isReportedLong,
      observer: traits.observer)
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
