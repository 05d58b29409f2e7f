internal import StageFloor
internal import Synchronization

// The shell of `PoolMachine+Direct.swift`: loans through the lock that need no effects, no hook and
// no record of their borrower. These methods leave everything else to
// `lendToTask(_:timeout:after:)`, `lendToThread(_:timeout:after:)` and the general return.
extension PoolCore {
  /// Whether a loan runs no hook, leaves nothing to do later, and does not depend on its borrower.
  ///
  /// The timings and observers of such a loan are handled here as well.
  final var mayLendDirectly: Bool {
    isUndemanding && traits.longHoldThreshold == nil && traits.nestedBorrowing == .allowed
  }

  /// The fast path stays as it is.
  ///
  /// While it is open, only an ordered pool has idle elements that the machine can lend. Returns
  /// nil if a general method must decide.
  @usableFromInline
  @inline(never)
  final func lendDirectly(_ mark: LoanMark) -> SlotRef? {
    // A hint that may be outdated either way: without it, each borrower of a busy pool would take
    // the lock once more, for nothing.
    guard announcement.pointee.load(ordering: .relaxed) > 0, mayLendDirectly else { return nil }
    var now = notesLoans ? timekeeper.quickNow : 0
    lock.lock()
    guard isOrdered || mode.load(ordering: .relaxed) != 0 && state.pointee.recallsUnderWay == 0,
      let index = state.pointee.machine.lendDirectly()
    else {
      lock.unlock()
      return nil
    }
    return begin(index, mark, at: &now)
  }

  /// Only if ``mayLendDirectly``.
  ///
  /// Returns nil if no element is idle, borrowers of the key wait, or the pool is shut down; the
  /// general method would then refuse a borrower that does not wait, too.
  final func lendDirectly(of key: KeyEntry, _ mark: LoanMark) -> SlotRef? {
    var now = notesLoans ? timekeeper.quickNow : 0
    lock.lock()
    // With the lock held, the key slot of an entry that is not retired is the entry's own.
    guard let keyIndex = key.keyIndex,
      let index = state.pointee.machine.lendDirectly(for: keyIndex)
    else {
      lock.unlock()
      return nil
    }
    return begin(index, mark, at: &now)
  }

  @inline(__always)
  private func begin(_ index: Int, _ mark: LoanMark, at now: inout Int64) -> SlotRef {
    let slot = table[index]
    slot.note(mark)
    var observers: [EventObserver<PoolEvent>?]?
    if notesLoans {
      // The first observer may have been added since.
      if now == 0 { now = timekeeper.quickNow }
      state.pointee.beginLoan(index, at: now, by: 0)
      if isObserved { observers = state.pointee.observers.places }
    }
    announceIdle()
    lock.unlock()
    if let observers { observers.notify(.lent(to: mark.site, waited: .zero)) }
    return slot
  }

  /// With the lock held; `now` is 0 if loans are not recorded.
  ///
  /// Once it returns true, the lock is released, and the core may be deallocated.
  @inline(__always)
  final func returnDirectly(_ slot: SlotRef, at now: Int64) -> Bool {
    switch state.pointee.machine.returnDirectly(slot.index, at: now) {
    case .undecided: return false
    case .idle:
      reopenFastPath(&state.pointee)
      announceIdle()
      lock.unlock()
    case .handOver(let waiter):
      // A borrower waited, so the fast path stays closed.
      state.pointee.calmReturns = 0
      let grant = Machine.Grant(slot: slot.index)
      lock.unlock()
      waiter.resume(with: .lent(grant))
    }
    return true
  }

  // MARK: Tasks that wait

  struct DirectWait {
    var ticket: Machine.Ticket
    var since: Int64
    var returnsBefore: Int
  }

  private enum DirectStart {
    case lent(SlotRef)
    case wait(DirectWait)
    case undecided
  }

  /// Only what the rest of a wait needs lives across the suspension, so that a waiting task needs
  /// little memory: the frames of this method and of what it awaits fit in the memory with which
  /// the runtime creates a task.
  ///
  /// With the frame of the general method they would not.
  final func lendToTask(
    _ mark: LoanMark, timeout: PoolTimeout, for key: (any KeySeeking)? = nil,
    isPersonal: Bool = true
  ) async throws -> SlotRef {
    switch try key.map({ try startByKey($0, mark, timeout) }) ?? startDirectly(mark, timeout) {
    case .lent(let slot): return slot
    case .undecided:
      let borrower = Borrower(mark: mark, isPersonal: isPersonal, key: key)
      return try await lendToTask(borrower, timeout: timeout).slot
    case .wait(let wait): return try end(wait, mark, with: await outcome(of: wait.ticket))
    }
  }

  @inline(never)
  private func startDirectly(_ mark: LoanMark, _ timeout: PoolTimeout) -> DirectStart {
    if let slot = takeFast() ?? takeAny() {
      slot.note(mark)
      return .lent(slot)
    }
    if let slot = lendDirectly(mark) { return .lent(slot) }
    let patience = limit(of: timeout)
    guard !notesLoans, waitNote.isEmpty, patience != 0 else { return .undecided }
    let now = timekeeper.quickNow
    let deadline = patience.map { now + $0 }
    lockState(.toLend)
    guard !notesLoans,
      let ticket = state.pointee.machine.joinDirectly(since: now, deadline: deadline)
    else {
      unlock(performing: Effects())
      return .undecided
    }
    state.pointee.tally.waits += 1
    let wait = DirectWait(ticket: ticket, since: now, returnsBefore: state.pointee.machine.returns)
    // The only moment that has been added is the deadline, and most are later than another.
    guard let deadline, deadline < state.pointee.alarmAt ?? .max else {
      announceIdle()
      lock.unlock()
      return .wait(wait)
    }
    unlock(performing: Effects())
    return .wait(wait)
  }

  /// As ``startDirectly(_:_:)`` in a keyed pool, where only the wait itself is direct.
  @inline(never)
  private func startByKey(
    _ key: any KeySeeking, _ mark: LoanMark, _ timeout: PoolTimeout
  ) throws -> DirectStart {
    // With hooks, a borrower may have to wait again after its wait.
    guard isUndemanding, !notesLoans, waitNote.isEmpty else { return .undecided }
    let borrower = Borrower(mark: mark, key: key)
    var pending = PendingRequest(.task, for: borrower, patience: limit(of: timeout))
    let action = try join(&pending)
    guard case .wait(let ticket) = action else {
      return .lent(loan(try immediateGrant(action), pending, isNoted: true).slot)
    }
    return .wait(
      DirectWait(ticket: ticket, since: pending.since, returnsBefore: pending.returnsBefore))
  }

  /// Inlined, for the sake of the frames.
  @inline(__always)
  private func outcome(of ticket: Machine.Ticket) async -> Machine.Outcome {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in park(ticket, continuation) }
    } onCancel: {
      cancel(ticket)
    }
  }

  final func park(
    _ ticket: Machine.Ticket, _ continuation: UnsafeContinuation<Machine.Outcome, Never>
  ) {
    // A task that parks changes nothing for other waiters: see `PoolMachine.park`.
    lock.lock()
    let parked = state.pointee.machine.line.park(ticket, .task(continuation))
    lock.unlock()
    if case .settled(let outcome) = parked { continuation.resume(returning: outcome) }
  }

  final func cancel(_ ticket: Machine.Ticket) {
    let action = decide { state, now, effects in
      state.machine.abandon(ticket, with: .cancelled, at: now, into: &effects)
    }
    if case .resume(let waiter) = action { waiter.resume(with: .cancelled) }
  }

  @inline(never)
  private func end(
    _ wait: DirectWait, _ mark: LoanMark, with outcome: Machine.Outcome
  ) throws -> SlotRef {
    guard case .lent(let grant) = outcome else {
      throw failure(of: outcome, since: wait.since, returnsBefore: wait.returnsBefore)
    }
    let slot = table[grant.slot]
    slot.receive()
    slot.note(mark)
    if notesLoans {
      // The first observer was added during the wait. Not below zero: the wait may have begun by
      // the quick clock, which may be ahead.
      let waited = isObserved ? max(0, timekeeper.now - wait.since) : 0
      noteLoan(of: slot, to: Borrower(mark: mark), waited: waited)
    }
    return slot
  }
}
