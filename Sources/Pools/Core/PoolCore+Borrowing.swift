internal import CStageFloor
internal import StageFloor
internal import Synchronization

extension PoolCore {
  /// What a borrower gets.
  struct Loaned {
    var slot: SlotRef
    /// Whether the element still shows what the borrower prefers.
    var isPreferred = false
  }

  /// Who asks, where, and for what.
  struct Borrower {
    var mark: LoanMark
    var preference: PreferenceKey?
    /// Whether the loan belongs to the task or thread that asks, rather than to an owner object.
    var isPersonal = true
  }

  /// Lends an idle element or nothing.
  final func lendIfIdle(to borrower: Borrower) -> Loaned? {
    if let loaned = takeFromLane(for: borrower) { return loaned }
    let preference = number(of: borrower.preference)
    while true {
      let action = decide { desk, now, orders in
        let request = Machine.Request(patience: .none, preference: preference)
        return desk.machine.borrow(request, at: now, into: &orders)
      }
      guard case .lend(let grant) = action else { return nil }
      if let loaned = begin(grant, to: borrower, waited: 0) { return loaned }
    }
  }

  /// Lends an idle element, or one that this thread makes.
  final func lendOrMake(for borrower: Borrower) throws -> Loaned {
    if let loaned = takeFromLane(for: borrower) { return loaned }
    while true {
      switch borrowWithoutLine(for: borrower) {
      case .lend(let grant):
        if let loaned = begin(grant, to: borrower, waited: 0) { return loaned }
      case .build(let index):
        let slot = table[index]
        try makeForBorrower(in: slot)
        noteLoan(of: slot, to: borrower, waited: 0)
        return Loaned(slot: slot)
      case .wait, .refuse, .shutDown:
        preconditionFailure("A pool that makes what it lacks neither waits nor refuses.")
      }
    }
  }

  /// Takes what is idle in the lane, without the lock.
  final func takeFromLane(for borrower: Borrower) -> Loaned? {
    guard borrower.preference == nil, let slot = takeAny() else { return nil }
    slot.note(borrower.mark)
    return Loaned(slot: slot)
  }

  private func borrowWithoutLine(for borrower: Borrower) -> Machine.BorrowAction {
    let preference = number(of: borrower.preference)
    lock.lock()
    if mode.load(ordering: .relaxed) == 0, isOrdered, borrower.preference == nil {
      // The lane holds at most one idle element, and that was just looked at; what a race may have
      // left there is taken before anything new is made.
      if desk.pointee.machine.slots.idleCount == 0, let slot = strayInLane() {
        lock.unlock()
        return .lend(Machine.Grant(slot: slot.index))
      }
    } else {
      becomeAttentive()
    }
    return conclude { desk, now, orders in
      let request = Machine.Request(preference: preference)
      return desk.machine.borrow(request, at: now, into: &orders)
    }
  }

  private func strayInLane() -> SlotRef? {
    for index in 0..<table.count where table[index].take() { return table[index] }
    return nil
  }

  /// Makes an element in `slot`, which then is the borrower's.
  final func makeForBorrower(in slot: SlotRef) throws {
    let start = timekeeper.now
    do {
      try makeElement(in: slot)
    } catch {
      decide(.calm) { desk, now, orders in
        desk.tally.creationsFailed += 1
        desk.lastCreationError = error
        desk.machine.buildFailedForBorrower(slot.index, at: now, into: &orders)
      }
      report(.creationFailed(error))
      throw error
    }
    let taken = timekeeper.now - start
    decide(.calm) { desk, now, _ in
      noteCreation(&desk, taking: taken)
      desk.machine.builtByBorrower(slot.index, at: now)
    }
    report(.created(taking: .nanoseconds(taken)))
  }

  // MARK: The beginning of a loan

  /// Makes a granted element ready and notes the loan.
  ///
  /// - Returns: nil if the element turned out to be unfit; it is then no longer the borrower's.
  final func begin(
    _ grant: Machine.Grant, to borrower: Borrower, waited: Int64
  ) -> Loaned? {
    let slot = table[grant.slot]
    if let reason = reasonToReject(grant) {
      discard(slot, because: reason)
      return nil
    }
    noteLoan(of: slot, to: borrower, waited: waited)
    return Loaned(slot: slot, isPreferred: grant.isPreferred)
  }

  /// Runs the borrower's own preparations, if there are any.
  final func reasonToReject(_ grant: Machine.Grant) -> DiscardReason? {
    guard grant.needsPreparation || grant.needsValidation else { return nil }
    return makeReady(table[grant.slot], grant: grant)
  }

  final func noteLoan(of slot: SlotRef, to borrower: Borrower, waited: Int64) {
    slot.note(borrower.mark)
    guard notesLoans else { return }
    let identity = borrower.isPersonal ? currentIdentity : 0
    let start = timekeeper.now
    decide(.calm) { desk, _, _ in
      desk.beginLoan(slot.index, at: start, by: identity)
      if let threshold = traits.longHoldThreshold {
        desk.longHoldCheckAt = desk.longHoldCheckAt ?? start + threshold
      }
    }
    report(.lent(to: slot.site, waited: .nanoseconds(waited)))
  }

  /// The task that runs now, or else the thread; 0 where nobody wants to know.
  final var currentIdentity: UInt {
    guard traits.nestedBorrowing != .allowed else { return 0 }
    // A task's hash is even or odd by chance; a thread's number is put where no address lies.
    return withUnsafeCurrentTask { task in
      task.map { UInt(bitPattern: $0.hashValue) } ?? UInt.max - UInt(stage_thread_number())
    }
  }

  /// Counts a creation.
  final func noteCreation(_ desk: inout Desk, taking taken: Int64) {
    desk.tally.created += 1
    desk.lastCreationError = nil
    if traits.recordsTimings { desk.tally.record(\.builds, nanoseconds: taken) }
  }

  /// The machine's number for what a borrower prefers.
  ///
  /// What elements show is known to the machine alone, so it sees every loan from now on.
  final func number(of key: PreferenceKey?) -> PoolPreference? {
    guard let key else { return nil }
    decide { desk, _, _ in desk.isPinned = true }
    return preferences.number(of: key.key) {
      decide { desk, _, _ in desk.machine.preferencesInUse }
    }
  }
}
