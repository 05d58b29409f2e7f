internal import CStageFloor
internal import StageFloor
internal import Synchronization

extension PoolCore {
  /// Lends an element to the current task, suspending it if necessary.
  final func lendToTask(
    _ borrower: Borrower, timeout: PoolTimeout, after refusal: Refusal? = nil
  ) async throws -> Loaned {
    if let loaned = takeFromLane(for: borrower) { return loaned }
    var asking = Asking(.task, for: borrower, patience: limit(of: timeout))
    var action = try refusal.map { rejoin(&asking, after: $0) } ?? join(&asking)
    while true {
      let grant: Machine.Grant
      var isNoted = false
      switch action {
      case .wait(let ticket):
        grant = try finish(await wait(with: ticket), asking)
        table[grant.slot].receive()
      default:
        grant = try immediateGrant(action)
        isNoted = true
      }
      guard let reason = reasonToReject(grant, &asking) else {
        return loan(grant, asking, isNoted: isNoted)
      }
      action = rejoin(&asking, rejecting: grant.slot, because: reason)
    }
  }

  /// Lends an element to the current thread, blocking it if necessary.
  final func lendToThread(
    _ borrower: Borrower, timeout: PoolTimeout, after refusal: Refusal? = nil
  ) throws -> Loaned {
    if let loaned = takeFromLane(for: borrower) { return loaned }
    var asking = Asking(.thread, for: borrower, patience: limit(of: timeout))
    // With the real clock a thread checks its deadline itself, in the kernel.
    asking.watchesItsDeadline = timekeeper.isReal
    var action =
      try refusal.map { rejoin(&asking, after: $0) } ?? overtakeOrSpin(&asking) ?? join(&asking)
    while true {
      let grant: Machine.Grant
      var isNoted = false
      switch action {
      case .wait(let ticket):
        grant = try finish(sleep(with: ticket, until: asking.ownDeadline), asking)
      default:
        grant = try immediateGrant(action)
        isNoted = true
      }
      guard let reason = reasonToReject(grant, &asking) else {
        return loan(grant, asking, isNoted: isNoted)
      }
      action = rejoin(&asking, rejecting: grant.slot, because: reason)
    }
  }

  // MARK: Tasks

  private func wait(with ticket: Machine.Ticket) async -> Machine.Outcome {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let parked = decide(clock: .unlessSettled) { desk, now, orders in
          desk.machine.park(ticket, .task(continuation), at: now, into: &orders)
        }
        if case .settled(let outcome) = parked { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      let action = decide { desk, now, orders in
        desk.machine.abandon(ticket, with: .cancelled, at: now, into: &orders)
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
  private func overtakeOrSpin(_ asking: inout Asking) -> Machine.BorrowAction? {
    guard traits.mayOvertake, asking.patience != 0 else { return nil }
    for round in 0..<Self.spins {
      if round == 0 || round & 7 == 7 && announcement.pointee.load(ordering: .relaxed) > 0 {
        switch overtake(&asking) {
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

  private func overtake(_ asking: inout Asking) -> OvertakeAction {
    asking.request.preference = number(of: asking.borrower.preference)
    let identity = identity(of: asking.borrower)
    return decide(attention(for: asking.borrower), clock: clockForLoans ?? .unlessIdle) {
      desk, now, orders in
      guard desk.machine.canLend(to: asking.request, at: now) else {
        return desk.machine.canBuild ? .joinNow : .notYet
      }
      asking.begin(at: now)
      asking.request.turn = desk.machine.line.takeTurn()
      let action = desk.machine.borrow(asking.request, at: now, into: &orders)
      beginLoan(action, &desk, at: now, by: identity)
      return .taken(action)
    }
  }

  private func sleep(
    with ticket: Machine.Ticket, until deadline: Int64?
  ) -> Machine.Outcome {
    let seat = ThreadSeat()
    let parked = decide { desk, now, orders in
      desk.machine.park(ticket, .thread(seat), at: now, into: &orders)
    }
    if case .settled(let outcome) = parked { return outcome }
    while true {
      switch seat.wait(until: deadline, spinning: Self.spins) {
      case .settled(let outcome): return outcome
      case .lookAgain:
        seat.reset()
        if let outcome = lookAgain(ticket, seat, until: deadline) { return outcome }
      case .timeIsUp:
        if leave(ticket) { return .timedOut }
        // Another thread settled this wait first, or called it: the signal is about to arrive.
        if case .settled(let outcome) = seat.wait(until: nil, spinning: 0) { return outcome }
      }
    }
  }

  /// The nap of an overtaken thread in nanoseconds: a few wake-ups' worth.
  private static var nap: Int64 { 50_000 }

  /// Retries to get an element, and naps while other borrowers come first.
  ///
  /// - Returns: Nil if the thread was parked again.
  private func lookAgain(
    _ ticket: Machine.Ticket, _ seat: ThreadSeat, until deadline: Int64?
  ) -> Machine.Outcome? {
    while true {
      let action = decide { desk, now, orders in
        desk.machine.retry(ticket, .thread(seat), at: now, into: &orders)
      }
      switch action {
      case .lend(let grant): return .lent(grant)
      case .settled(let outcome): return outcome
      case .parkAgain: return nil
      case .nap:
        let morning = stage_nanoseconds() + Self.nap
        seat.nap(until: min(morning, deadline ?? morning))
        if let deadline, morning >= deadline, leave(ticket) { return .timedOut }
      }
    }
  }

  /// Removes the thread from the line because it timed out.
  ///
  /// - Returns: Whether it was still in line.
  private func leave(_ ticket: Machine.Ticket) -> Bool {
    decide { desk, now, orders in
      switch desk.machine.abandon(ticket, with: .timedOut, at: now, into: &orders) {
      case .resume: return true
      case .settled:
        desk.machine.forget(ticket)
        return true
      case .nothing: return false
      }
    }
  }
}
