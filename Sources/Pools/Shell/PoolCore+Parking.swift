internal import CStageFloor
internal import StageFloor
internal import Synchronization

extension PoolCore {
  // MARK: Tasks

  /// Parks the current task until its wait is over.
  final func wait(with ticket: Machine.Ticket) async -> Machine.Outcome {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let parked = decide(clock: .unlessSettled) { state, now, effects in
          state.machine.park(ticket, .task(continuation), at: now, into: &effects)
        }
        if case .settled(let outcome) = parked { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      let action = decide { state, now, effects in
        state.machine.abandon(ticket, with: .cancelled, at: now, into: &effects)
      }
      if case .resume(let waiter) = action { waiter.resume(with: .cancelled) }
    }
  }

  // MARK: Threads

  /// The number of checks for an idle element before a thread sleeps: 0.5 to 5 microseconds,
  /// depending on the length of the processor's pause instruction.
  private static var spins: Int { 100 }

  /// Takes an element at once if a running thread may, or spins briefly for one.
  ///
  /// - Returns: Nil if the thread must join the line.
  final func overtakeOrSpin(_ pending: inout PendingRequest) -> Machine.BorrowAction? {
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
    /// An element would be created for a borrower that joins the line.
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
      return .taken(action)
    }
  }

  /// Parks the current thread until its wait is over.
  final func sleep(
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

  /// The nap of an overtaken thread in nanoseconds: a few wake-ups' worth.
  private static var nap: Int64 { 50_000 }

  /// Retries to get an element, and naps while other borrowers come first.
  ///
  /// - Returns: Nil if the thread was parked again.
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

  /// Removes the thread from the line because it timed out.
  ///
  /// - Returns: Whether it was still in line.
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
}
