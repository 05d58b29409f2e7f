internal import CStageFloor
internal import StageFloor
internal import Synchronization

// A wait from its beginning to its end: joining the line, parking, and what follows.

extension PoolCore {
  final func lendToTask(
    _ borrower: Borrower, timeout: PoolTimeout, after refusal: Refusal? = nil
  ) async throws -> Loaned {
    if let loaned = takeFromFastPath(for: borrower) { return loaned }
    var pending = PendingRequest(.task, for: borrower, patience: limit(of: timeout))
    var action = try refusal.map { try rejoin(&pending, after: $0) } ?? join(&pending)
    while true {
      let grant: Machine.Grant
      var isNoted = false
      switch action {
      case .wait(let ticket):
        let ended = noteWait(at: pending.borrower.mark)
        grant = try finish(await wait(with: ticket), pending, then: ended)
        table[grant.slot].receive()
      default:
        grant = try immediateGrant(action)
        isNoted = true
      }
      guard let reason = reasonToReject(grant, &pending) else {
        return loan(grant, pending, isNoted: isNoted)
      }
      action = try rejoin(&pending, rejecting: grant.slot, because: reason)
    }
  }

  final func lendToThread(
    _ borrower: Borrower, timeout: PoolTimeout, after refusal: Refusal? = nil
  ) throws -> Loaned {
    if let loaned = takeFromFastPath(for: borrower) { return loaned }
    var pending = PendingRequest(.thread, for: borrower, patience: limit(of: timeout))
    // With the real clock a thread checks its deadline itself, in the kernel.
    pending.watchesItsDeadline = timekeeper.isReal
    var action =
      try refusal.map { try rejoin(&pending, after: $0) }
      ?? overtakeOrSpin(&pending) ?? join(&pending)
    while true {
      let grant: Machine.Grant
      var isNoted = false
      switch action {
      case .wait(let ticket):
        let ended = noteWait(at: pending.borrower.mark)
        grant = try finish(sleep(with: ticket, until: pending.ownDeadline), pending, then: ended)
      default:
        grant = try immediateGrant(action)
        isNoted = true
      }
      guard let reason = reasonToReject(grant, &pending) else {
        return loan(grant, pending, isNoted: isNoted)
      }
      action = try rejoin(&pending, rejecting: grant.slot, because: reason)
    }
  }

  // MARK: Joining the line

  final func join(_ pending: inout PendingRequest) throws -> Machine.BorrowAction {
    let identity = identity(of: pending.borrower)
    pending.request.preference = number(of: pending.borrower.preference)
    let joined =
      if let key = pending.borrower.key {
        decide(for: key) { state, keyIndex, now, effects in
          join(&pending, for: keyIndex, by: identity, &state, at: now, into: &effects)
        }
      } else {
        decide(attention(for: pending.borrower), clock: clockForLoans ?? .unlessIdle) {
          state, now, effects in
          join(&pending, for: nil, by: identity, &state, at: now, into: &effects)
        }
      }
    if let failure = joined.failure { throw failure }
    if joined.isNested {
      report(.nestedBorrowing(at: pending.borrower.mark.site))
      if traits.nestedBorrowing == .refused { throw error(.wouldDeadlock) }
    }
    if joined.inLine > 0 { report(.waiting(inLine: joined.inLine)) }
    return joined.action
  }

  /// With the lock held.
  ///
  /// Also returns whether the borrower would wait for itself, how many wait with it, or 0, and the
  /// error with which it fails fast.
  private func join(
    _ pending: inout PendingRequest, for keyIndex: Int?, by identity: UInt,
    _ state: inout PoolState, at now: Int64, into effects: inout Effects<Machine.Action>
  ) -> (action: Machine.BorrowAction, isNested: Bool, inLine: Int, failure: (any Error)?) {
    pending.begin(at: now)
    pending.request.keyIndex = keyIndex
    pending.request.turn = state.machine.line.takeTurn()
    pending.returnsBefore = state.machine.returns
    let action = state.machine.borrow(pending.request, at: now, into: &effects)
    beginLoan(action, &state, at: now, by: identity)
    guard case .wait(let ticket) = action else {
      return (action, false, 0, state.failure(of: action, for: keyIndex))
    }
    state.tally.waits += 1
    var isNested = identity != 0 && state.wouldWaitForItself(identity, for: keyIndex)
    if isNested, traits.nestedBorrowing == .refused {
      let left = state.machine.abandon(ticket, with: .cancelled, at: now, into: &effects)
      // A borrower that was granted an element meanwhile does not wait for itself.
      if case .settled = left { state.machine.forget(ticket) } else { isNested = false }
    }
    return (action, isNested, state.machine.line.count, nil)
  }

  /// The timeout counts from here at the latest, because hooks take time.
  private func reasonToReject(_ grant: Machine.Grant, _ pending: inout PendingRequest)
    -> PoolDiscardReason?
  {
    guard grant.needsPreparation || grant.needsValidation else { return nil }
    pending.begin(at: timekeeper.now)
    return reasonToReject(grant)
  }

  private func rejoin(
    _ pending: inout PendingRequest, rejecting slot: Int, because reason: PoolDiscardReason
  ) throws -> Machine.BorrowAction {
    let identity = identity(of: pending.borrower)
    let (action, failure) = decide { state, now, effects in
      let now = now == 0 ? timekeeper.now : now
      pending.begin(at: now)
      _ = state.endLoan(slot)
      let keyIndex = state.machine.keys.keyIndex(ofSlot: slot)
      let action = state.machine.rejected(
        slot, because: reason, request: pending.request, since: pending.since, at: now,
        into: &effects)
      // A borrower that does not wait may get another element at once.
      beginLoan(action, &state, at: now, by: identity)
      return (action, state.failure(of: action, for: keyIndex))
    }
    if let failure { throw failure }
    return action
  }

  private func rejoin(
    _ pending: inout PendingRequest, after refusal: Refusal
  ) throws -> Machine.BorrowAction {
    pending.begin(at: refusal.since)
    pending.request.turn = refusal.turn
    return try rejoin(&pending, rejecting: refusal.slot.index, because: refusal.reason)
  }

  // MARK: Parking a task

  private func wait(with ticket: Machine.Ticket) async -> Machine.Outcome {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in park(ticket, continuation) }
    } onCancel: {
      cancel(ticket)
    }
  }

  // MARK: Parking a thread

  /// Checks before a thread sleeps: 0.5 to 5 microseconds, depending on the pause instruction.
  private static var spins: Int { 100 }

  /// Returns nil if the thread must join the line.
  private func overtakeOrSpin(_ pending: inout PendingRequest) -> Machine.BorrowAction? {
    guard traits.mayOvertake, pending.patience != 0 else { return nil }
    for round in 0..<Self.spins {
      if round == 0 || round & 7 == 7 && announcement.pointee.load(ordering: .relaxed) > 0 {
        switch overtake(&pending) {
        case .taken(let action): return action
        case .joinNow: return nil
        case .notYet: break
        }
      }
      stage_pause()
    }
    return nil
  }

  private enum OvertakeAction {
    case taken(Machine.BorrowAction)
    /// An element would be created for a borrower that joins the line, or it fails fast.
    case joinNow
    case notYet
  }

  private func overtake(_ pending: inout PendingRequest) -> OvertakeAction {
    pending.request.preference = number(of: pending.borrower.preference)
    let identity = identity(of: pending.borrower)
    return decide(attention(for: pending.borrower), clock: clockForLoans ?? .unlessIdle) {
      state, now, effects in
      guard state.machine.canLend(to: pending.request, at: now) else {
        return state.machine.canBuild ? .joinNow : .notYet
      }
      pending.begin(at: now)
      pending.request.turn = state.machine.line.takeTurn()
      let action = state.machine.borrow(pending.request, at: now, into: &effects)
      beginLoan(action, &state, at: now, by: identity)
      return if case .failFast = action { .joinNow } else { .taken(action) }
    }
  }

  private func sleep(
    with ticket: Machine.Ticket, until deadline: Int64?
  ) -> Machine.Outcome {
    let thread = ParkedThread()
    let parked = decide { state, now, effects in
      state.machine.park(ticket, .thread(thread), at: now, into: &effects)
    }
    if case .settled(let outcome) = parked { return outcome }
    while true {
      switch thread.wait(until: deadline, spinning: Self.spins) {
      case .settled(let outcome): return outcome
      case .lookAgain:
        thread.reset()
        if let outcome = lookAgain(ticket, thread, until: deadline) { return outcome }
      case .timeIsUp:
        if leave(ticket) { return .timedOut }
        // Another thread settled this wait first, or called it: the signal is about to arrive.
        if case .settled(let outcome) = thread.wait(until: nil, spinning: 0) { return outcome }
      }
    }
  }

  /// A few wake-ups' worth, in nanoseconds.
  private static var nap: Int64 { 50_000 }

  /// Naps while other borrowers come first; returns nil if the thread was parked again.
  private func lookAgain(
    _ ticket: Machine.Ticket, _ thread: ParkedThread, until deadline: Int64?
  ) -> Machine.Outcome? {
    while true {
      let action = decide { state, now, effects in
        state.machine.retry(ticket, .thread(thread), at: now, into: &effects)
      }
      switch action {
      case .lend(let grant): return .lent(grant)
      case .settled(let outcome): return outcome
      case .parkAgain: return nil
      case .nap:
        let end = stage_nanoseconds() + Self.nap
        thread.nap(until: min(end, deadline ?? end))
        if let deadline, end >= deadline, leave(ticket) { return .timedOut }
      }
    }
  }

  /// Returns whether the thread was still in line.
  private func leave(_ ticket: Machine.Ticket) -> Bool {
    decide { state, now, effects in
      switch state.machine.abandon(ticket, with: .timedOut, at: now, into: &effects) {
      case .resume: return true
      case .settled:
        state.machine.forget(ticket)
        return true
      case .nothing: return false
      }
    }
  }

  // MARK: The end

  final func immediateGrant(_ action: Machine.BorrowAction) throws -> Machine.Grant {
    switch action {
    case .lend(let grant): return grant
    case .refuse:
      decide(.calm) { state, _, _ in state.tally.timeouts += 1 }
      throw error(.timedOut)
    case .lineIsFull:
      report(.gaveUp(.tooManyWaiting, after: .zero))
      throw error(.tooManyWaiting)
    case .shutdown: throw error(.shutdown)
    case .failFast: preconditionFailure("A borrower that fails fast has an error to throw.")
    case .build: preconditionFailure("Where borrowers wait, the pool creates its elements itself.")
    case .wait: preconditionFailure("A wait does not end immediately.")
    }
  }

  private func finish(
    _ outcome: Machine.Outcome, _ pending: PendingRequest,
    then ended: (@Sendable ((any Error)?) -> Void)?
  ) throws -> Machine.Grant {
    guard case .lent(let grant) = outcome else {
      let error = failure(of: outcome, since: pending.since, returnsBefore: pending.returnsBefore)
      ended?(error)
      throw error
    }
    ended?(nil)
    if traits.recordsTimings {
      let waited = timekeeper.now - pending.since
      decide(.calm) { state, _, _ in state.tally.record(.wait, nanoseconds: waited) }
    }
    return grant
  }

  @inline(never)
  final func failure(
    of outcome: Machine.Outcome, since: Int64, returnsBefore: Int
  ) -> any Error {
    let waited = max(0, timekeeper.now - since)
    let sawNoReturn = decide(.calm) { state, _, _ in
      if traits.recordsTimings { state.tally.record(.wait, nanoseconds: waited) }
      switch outcome {
      case .timedOut: state.tally.timeouts += 1
      case .cancelled: state.tally.cancellations += 1
      case .lent, .shutdown, .failed: break
      }
      return state.machine.returns == returnsBefore && traits.nestedBorrowing == .allowed
    }
    switch outcome {
    case .lent: preconditionFailure("A wait that ended with an element did not fail.")
    case .timedOut:
      report(.gaveUp(.timedOut, after: .nanoseconds(waited)))
      return error(.timedOut, waitedSince: since, sawNoReturn: sawNoReturn)
    case .cancelled:
      report(.gaveUp(nil, after: .nanoseconds(waited)))
      return CancellationError()
    case .shutdown:
      report(.gaveUp(.shutdown, after: .nanoseconds(waited)))
      return error(.shutdown, waitedSince: since)
    case .failed(let error): return error
    }
  }

  /// Already recorded if it was granted at once.
  final func loan(_ grant: Machine.Grant, _ pending: PendingRequest, isNoted: Bool) -> Loaned {
    let slot = table[grant.slot]
    let waited = isObserved && pending.since != 0 ? timekeeper.now - pending.since : 0
    if isNoted {
      announceLoan(of: slot, to: pending.borrower, waited: waited)
    } else {
      noteLoan(of: slot, to: pending.borrower, waited: waited)
    }
    return Loaned(slot: slot, isPreferred: grant.isPreferred)
  }
}

extension PoolState {
  /// Whether the borrower holds an element, and none is idle or on its way for it.
  fileprivate func wouldWaitForItself(_ borrower: UInt, for keyIndex: Int?) -> Bool {
    if let keyIndex, machine.isFull(keyIndex) { return wouldWaitForItsKey(borrower, for: keyIndex) }
    let slots = machine.slots
    // If there is room, it only waits for the delay after a failed creation.
    guard !(machine.hasRoom && machine.rules.builder == .pool), slots.idleCount == 0,
      slots.buildingCount == 0, slots.preparingCount == 0, slots.destroyingCount == 0
    else { return false }
    return holds(borrower) { _ in true }
  }
}
