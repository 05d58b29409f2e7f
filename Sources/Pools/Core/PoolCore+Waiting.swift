internal import CStageFloor
internal import StageFloor
internal import Synchronization

extension PoolCore {
  /// Lends an element to the current task, which waits for it if it must.
  final func lendToTask(_ borrower: Borrower, timeout: PoolTimeout) async throws -> Loaned {
    if let loaned = lendIfIdle(to: borrower) { return loaned }
    let start = timekeeper.now
    var request = Machine.Request(kind: .task, patience: patience(for: timeout, from: start))
    var action = try join(&request, borrower)
    while true {
      let grant: Machine.Grant
      switch action {
      case .wait(let ticket): grant = try finish(await wait(with: ticket), since: start)
      default: grant = try immediateGrant(action, since: start)
      }
      guard let reason = reasonToReject(grant) else {
        return loan(grant, to: borrower, since: start)
      }
      action = rejoin(request, rejecting: grant.slot, because: reason, since: start)
    }
  }

  /// Lends an element to the current thread, which sleeps for it if it must.
  final func lendToThread(_ borrower: Borrower, timeout: PoolTimeout) throws -> Loaned {
    if let loaned = lendIfIdle(to: borrower) { return loaned }
    let start = timekeeper.now
    var request = Machine.Request(kind: .thread, patience: patience(for: timeout, from: start))
    // In real time a thread watches its deadline itself, in the kernel.
    var ownDeadline: Int64?
    if timekeeper.isReal, case .until(let deadline) = request.patience {
      ownDeadline = deadline
      request.patience = .until(nil)
    }
    var action = try spin(for: &request, borrower) ?? join(&request, borrower)
    while true {
      let grant: Machine.Grant
      switch action {
      case .wait(let ticket):
        grant = try finish(sleep(with: ticket, until: ownDeadline), since: start)
      default: grant = try immediateGrant(action, since: start)
      }
      guard let reason = reasonToReject(grant) else {
        return loan(grant, to: borrower, since: start)
      }
      action = rejoin(request, rejecting: grant.slot, because: reason, since: start)
    }
  }

  private func loan(_ grant: Machine.Grant, to borrower: Borrower, since start: Int64) -> Loaned {
    let slot = table[grant.slot]
    noteLoan(of: slot, to: borrower, waited: notesLoans ? timekeeper.now - start : 0)
    return Loaned(slot: slot, isPreferred: grant.isPreferred)
  }

  private func immediateGrant(
    _ action: Machine.BorrowAction, since start: Int64
  ) throws -> Machine.Grant {
    switch action {
    case .lend(let grant): return grant
    case .refuse:
      decide(.calm) { desk, _, _ in desk.tally.timeouts += 1 }
      throw error(.timedOut, waitedSince: start)
    case .shutDown: throw error(.shutDown)
    case .build: preconditionFailure("Where borrowers wait, the pool makes its elements itself.")
    case .wait: preconditionFailure("A wait is not over at once.")
    }
  }

  private func patience(
    for timeout: PoolTimeout, from start: Int64
  ) -> Machine.Request.Patience {
    var timeout = timeout
    if case .configured = timeout.limit { timeout = traits.waitTimeout }
    switch timeout.limit {
    case .unlimited, .configured: return .until(nil)
    case .after(let duration):
      return duration <= .zero ? .none : .until(start + duration.wholeNanoseconds)
    }
  }

  // MARK: Joining the line

  private func join(
    _ request: inout Machine.Request, _ borrower: Borrower
  ) throws -> Machine.BorrowAction {
    let identity = borrower.isPersonal ? currentIdentity : 0
    request.preference = number(of: borrower.preference)
    let (action, isNested, inLine) = decide { desk, now, orders in
      let action = desk.machine.borrow(request, at: now, into: &orders)
      guard case .wait(let ticket) = action else { return (action, false, 0) }
      desk.tally.waits += 1
      var isNested = identity != 0 && desk.wouldWaitForItself(identity)
      if isNested, traits.nestedBorrowing == .refused {
        let left = desk.machine.abandon(ticket, with: .cancelled, at: now, into: &orders)
        // Whoever was granted something after all does not wait for itself.
        if case .settled = left { desk.machine.forget(ticket) } else { isNested = false }
      }
      return (action, isNested, desk.machine.line.count)
    }
    if isNested {
      report(.nestedBorrowing(at: borrower.mark.site))
      if traits.nestedBorrowing == .refused { throw error(.wouldDeadlock) }
    }
    if inLine > 0 { report(.waiting(inLine: inLine)) }
    return action
  }

  private func rejoin(
    _ request: Machine.Request, rejecting slot: Int, because reason: DiscardReason, since: Int64
  ) -> Machine.BorrowAction {
    decide { desk, now, orders in
      desk.machine.rejected(
        slot, because: reason, request: request, since: since, at: now, into: &orders)
    }
  }

  private func finish(_ outcome: Machine.Outcome, since start: Int64) throws -> Machine.Grant {
    if case .lent(let grant) = outcome, !traits.recordsTimings { return grant }
    let now = timekeeper.now
    decide(.calm) { desk, _, _ in
      if traits.recordsTimings { desk.tally.record(\.waits, nanoseconds: now - start) }
      switch outcome {
      case .timedOut: desk.tally.timeouts += 1
      case .cancelled: desk.tally.cancellations += 1
      case .lent, .shutDown, .failed: break
      }
    }
    let waited = Duration.nanoseconds(now - start)
    switch outcome {
    case .lent(let grant): return grant
    case .timedOut:
      report(.gaveUp(.timedOut, after: waited))
      throw error(.timedOut, waitedSince: start)
    case .cancelled:
      report(.gaveUp(nil, after: waited))
      throw CancellationError()
    case .shutDown:
      report(.gaveUp(.shutDown, after: waited))
      throw error(.shutDown, waitedSince: start)
    case .failed(let error): throw error
    }
  }

  // MARK: Tasks

  private func wait(with ticket: Machine.Ticket) async -> Machine.Outcome {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let parked = decide { desk, now, orders in
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

  /// How often a thread looks for a free element before it goes to sleep: about a microsecond.
  private static var spins: Int { 100 }

  /// Hopes for a moment that an element comes free, where a running thread may take it.
  ///
  /// - Returns: nil if it is time to join the line.
  private func spin(
    for request: inout Machine.Request, _ borrower: Borrower
  ) -> Machine.BorrowAction? {
    guard traits.mayOvertake, case .until = request.patience else { return nil }
    for round in 0..<Self.spins {
      if round & 7 == 7, announcement.pointee.load(ordering: .relaxed) > 0,
        let action = overtake(&request, borrower)
      {
        return action
      }
      // There is nothing to hope for while an element has to be made first.
      if round == 0, decide(.calm, { desk, _, _ in desk.machine.canBuild }) { return nil }
      stage_pause()
    }
    return nil
  }

  private func overtake(
    _ request: inout Machine.Request, _ borrower: Borrower
  ) -> Machine.BorrowAction? {
    request.preference = number(of: borrower.preference)
    return decide { desk, now, orders in
      guard desk.machine.canLend(to: request, at: now) else { return nil }
      return desk.machine.borrow(request, at: now, into: &orders)
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
      case .timeIsUp:
        let action = decide { desk, now, orders in
          desk.machine.abandon(ticket, with: .timedOut, at: now, into: &orders)
        }
        switch action {
        case .resume: return .timedOut
        case .settled:
          decide(.calm) { desk, _, _ in
            desk.machine.forget(ticket)
          }
          return .timedOut
        case .nothing:
          // Somebody settled this wait first; the outcome is on its way.
          guard case .settled(let outcome) = seat.wait(until: nil, spinning: 0) else { continue }
          return outcome
        }
      case .lookAgain:
        seat.reset()
        let action = decide { desk, now, orders in
          desk.machine.retry(ticket, .thread(seat), at: now, into: &orders)
        }
        switch action {
        case .lend(let grant): return .lent(grant)
        case .settled(let outcome): return outcome
        case .parkAgain: continue
        }
      }
    }
  }
}

extension Desk {
  /// Whether the borrower holds an element, and none is free or on its way for it.
  fileprivate func wouldWaitForItself(_ borrower: UInt) -> Bool {
    let slots = machine.slots
    guard slots.idleCount == 0, slots.buildingCount == 0, slots.preparingCount == 0,
      slots.destroyingCount == 0
    else { return false }
    return loans.contains { $0.since != 0 && $0.borrower == borrower }
  }
}
