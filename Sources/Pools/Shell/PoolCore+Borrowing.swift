internal import CStageFloor
internal import StageFloor
internal import Synchronization

extension PoolCore {
  struct Loaned {
    var slot: SlotRef
    var isPreferred = false
  }

  struct Borrower {
    var mark: LoanMark
    var preference: PreferenceKey?
    /// Rather than to an owner object.
    var isPersonal = true
    var key: (any KeySeeking)?
    var label: String?
  }

  /// From its beginning to its end.
  struct PendingRequest {
    var request: Machine.Request
    var borrower: Borrower
    /// In nanoseconds, or nil for no limit.
    var patience: Int64?
    /// Then the pool need not.
    var watchesItsDeadline = false
    /// 0 until it had to wait.
    private(set) var since: Int64 = 0
    private(set) var ownDeadline: Int64?
    var returnsBefore = 0

    init(_ kind: Machine.Line.Kind, for borrower: Borrower, patience: Int64?) {
      self.borrower = borrower
      self.patience = patience
      request = Machine.Request(kind: kind, patience: patience == 0 ? .none : .until(nil))
    }

    /// The timeout counts from here.
    mutating func begin(at now: Int64) {
      guard since == 0, now != 0 else { return }
      since = now
      guard let patience, patience > 0 else { return }
      if watchesItsDeadline {
        ownDeadline = now + patience
      } else {
        request.patience = .until(now + patience)
      }
    }
  }

  /// 0 for not waiting, nil for no limit.
  final func limit(of timeout: PoolTimeout) -> Int64? {
    switch timeout.limit {
    case .configured: traits.defaultPatience
    case .unlimited: nil
    case .after(let duration): max(0, duration.wholeNanoseconds)
    }
  }

  final func lendIfIdle(to borrower: Borrower) -> Loaned? {
    if let loaned = takeFromFastPath(for: borrower) { return loaned }
    let preference = number(of: borrower.preference)
    let identity = identity(of: borrower)
    while true {
      var effects = Effects<Machine.Action>()
      lockState(attention(for: borrower))
      let now = time(clockForLoans ?? .unlessIdle)
      let request = Machine.Request(patience: .none, preference: preference)
      let action = state.pointee.machine.borrow(request, at: now, into: &effects)
      beginLoan(action, &state.pointee, at: now, by: identity)
      unlock(performing: effects)
      guard case .lend(let grant) = action else { return nil }
      if let loaned = begin(grant, to: borrower) { return loaned }
    }
  }

  final func lendOrMake(for borrower: Borrower) throws -> Loaned {
    if let loaned = takeFromFastPath(for: borrower) { return loaned }
    while true {
      switch borrowWithoutLine(for: borrower) {
      case .lend(let grant):
        if let loaned = begin(grant, to: borrower) { return loaned }
      case .build(let index):
        let slot = table[index]
        try makeForBorrower(in: slot)
        noteLoan(of: slot, to: borrower)
        return Loaned(slot: slot)
      case .wait, .refuse, .lineIsFull, .failFast, .shutdown:
        preconditionFailure("An elastic pool neither waits nor refuses.")
      }
    }
  }

  final func attention(for borrower: Borrower) -> Attention {
    borrower.preference == nil ? .toLend : .full
  }

  final func takeFromFastPath(for borrower: Borrower) -> Loaned? {
    guard borrower.preference == nil, borrower.label == nil,
      let slot = takeFast() ?? takeAny()
    else { return nil }
    slot.note(borrower.mark)
    return Loaned(slot: slot)
  }

  private func borrowWithoutLine(for borrower: Borrower) -> Machine.BorrowAction {
    let preference = number(of: borrower.preference)
    lock.lock()
    if mode.load(ordering: .relaxed) == 0, isOrdered, borrower.preference == nil,
      borrower.label == nil, slotsInUse <= Self.slotsSearched
    {
      // At most one element is idle on the fast path, and that was just checked; an element that a
      // race may have left there is taken before a new one is created.
      if state.pointee.machine.slots.idleCount == 0, let slot = strayOnFastPath() {
        lock.unlock()
        return .lend(Machine.Grant(slot: slot.index))
      }
    } else {
      closeFastPath()
    }
    let identity = identity(of: borrower)
    var effects = Effects<Machine.Action>()
    let now = time(clockForLoans ?? .unlessIdle)
    let request = Machine.Request(preference: preference)
    let action = state.pointee.machine.borrow(request, at: now, into: &effects)
    beginLoan(action, &state.pointee, at: now, by: identity)
    unlock(performing: effects)
    return action
  }

  private func strayOnFastPath() -> SlotRef? {
    for index in 0..<slotsInUse where table[index].take() { return table[index] }
    return nil
  }

  final func makeForBorrower(in slot: SlotRef) throws {
    let (taken, end) = try makeHere(in: slot)
    // The clock was read without the lock.
    _ = decide(.calm, clock: .unlessSettled) { state, _, _ in
      state.machine.builtByBorrower(slot.index, at: end)
      return noteCreation(&state, taking: taken)
    }
    report(.created(taking: .nanoseconds(taken)))
  }

  /// Returns the duration in nanoseconds, and the time at the end.
  final func makeHere(in slot: SlotRef) throws -> (taken: Int64, end: Int64) {
    let start = timekeeper.now
    do {
      try makeElement(in: slot)
    } catch {
      _ = decide(.calm) { state, now, effects in
        state.machine.buildFailedForBorrower(slot.index, at: now, into: &effects)
        return state.noteFailedCreation(error)
      }
      report(.creationFailed(error))
      throw error
    }
    let end = timekeeper.now
    return (end - start, end)
  }

  // MARK: The beginning of a loan

  /// Returns nil if the element proved unfit; it then no longer belongs to the borrower.
  final func begin(_ grant: Machine.Grant, to borrower: Borrower) -> Loaned? {
    let slot = table[grant.slot]
    if let reason = reasonToReject(grant) {
      discard(slot, because: reason)
      return nil
    }
    announceLoan(of: slot, to: borrower, waited: 0)
    return Loaned(slot: slot, isPreferred: grant.isPreferred)
  }

  final func reasonToReject(_ grant: Machine.Grant) -> PoolDiscardReason? {
    guard grant.needsPreparation || grant.needsValidation else { return nil }
    return makeReady(table[grant.slot], grant: grant)
  }

  /// In the critical section of the decision.
  final func beginLoan(
    _ action: Machine.BorrowAction, _ state: inout PoolState, at now: Int64, by identity: UInt
  ) {
    guard notesLoans, case .lend(let grant) = action else { return }
    beginLoan(of: grant.slot, &state, at: now, by: identity)
  }

  /// A loan that began after a wait, or with a new element.
  final func noteLoan(of slot: SlotRef, to borrower: Borrower, waited: Int64 = 0) {
    if notesLoans {
      let identity = identity(of: borrower)
      decide(.calm, clock: .always) { state, now, _ in
        beginLoan(of: slot.index, &state, at: now, by: identity)
      }
    }
    announceLoan(of: slot, to: borrower, waited: waited)
  }

  private func beginLoan(of slot: Int, _ state: inout PoolState, at now: Int64, by identity: UInt) {
    state.beginLoan(slot, at: now, by: identity)
    guard let threshold = traits.longHoldThreshold else { return }
    state.longHoldCheckAt = state.longHoldCheckAt ?? now + threshold
  }

  final func announceLoan(of slot: SlotRef, to borrower: Borrower, waited: Int64) {
    slot.note(borrower.mark)
    if let text = borrower.label {
      put(PoolState.Label(text: text, since: timekeeper.now), on: slot)
    }
    observers(ofLoanIn: slot).notify(.lent(to: slot.site, waited: .nanoseconds(waited)))
  }

  final func put(_ label: PoolState.Label, on slot: SlotRef) {
    // A previous label is deinitialized here, outside the lock.
    _ = decide { state, _, _ in
      // A return on the fast path would not remove the label.
      state.isFastPathDisabled = true
      return state.labels.updateValue(label, forKey: slot.index)
    }
  }

  /// 0 if the loan is not personal.
  final func identity(of borrower: Borrower) -> UInt {
    borrower.isPersonal ? currentIdentity : 0
  }

  /// 0 if nested borrowing is not detected.
  private var currentIdentity: UInt {
    guard traits.nestedBorrowing != .allowed else { return 0 }
    // A task's hash may be even or odd; a thread's number is mapped to a range without addresses.
    return withUnsafeCurrentTask { task in
      task.map { UInt(bitPattern: $0.hashValue) } ?? UInt.max - UInt(stage_thread_number())
    }
  }

  /// Returns the error of an earlier failure, which must not be released under the lock.
  final func noteCreation(_ state: inout PoolState, taking taken: Int64) -> (any Error)? {
    state.tally.created += 1
    if traits.recordsTimings { state.tally.record(.creation, nanoseconds: taken) }
    return state.lastCreationError.take()
  }

  /// What elements show is recorded only by the machine, so it handles every loan from now on.
  final func number(of key: PreferenceKey?) -> PoolPreference? {
    guard let key else { return nil }
    decide { state, _, _ in state.isFastPathDisabled = true }
    return preferences.number(of: key.key) {
      decide { state, _, _ in state.machine.preferencesInUse }
    }
  }
}
