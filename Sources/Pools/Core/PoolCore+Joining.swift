internal import StageFloor
internal import Synchronization

extension PoolCore {
  /// A borrower's request that may have to wait.
  struct Asking {
    var request: Machine.Request
    var borrower: Borrower
    /// The maximum wait in nanoseconds, or nil for no limit.
    var patience: Int64?
    /// Whether the borrower checks its deadline itself, so that the pool need not.
    var watchesItsDeadline = false
    /// The time of the first request; 0 until it had to wait.
    private(set) var since: Int64 = 0
    /// The deadline, if the borrower checks it itself.
    private(set) var ownDeadline: Int64?
    /// The number of returns when the wait began.
    var returnsBefore = 0

    init(_ kind: Machine.Line.Kind, for borrower: Borrower, patience: Int64?) {
      self.borrower = borrower
      self.patience = patience
      request = Machine.Request(kind: kind, patience: patience == 0 ? .none : .until(nil))
    }

    /// Records the time of the request, from which its patience counts.
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

  /// Converts a timeout to nanoseconds: 0 for not waiting, nil for no limit.
  final func limit(of timeout: PoolTimeout) -> Int64? {
    switch timeout.limit {
    case .configured: defaultPatience
    case .unlimited: nil
    case .after(let duration): max(0, duration.wholeNanoseconds)
    }
  }

  /// Takes an element, or a place in line.
  final func join(_ asking: inout Asking) throws -> Machine.BorrowAction {
    let identity = identity(of: asking.borrower)
    asking.request.preference = number(of: asking.borrower.preference)
    let (action, isNested, inLine) = askWithKey(of: asking.borrower) { desk, shelf, now, orders in
      asking.begin(at: now)
      asking.request.shelf = shelf
      asking.request.turn = desk.machine.line.takeTurn()
      asking.returnsBefore = desk.machine.returns
      let action = desk.machine.borrow(asking.request, at: now, into: &orders)
      beginLoan(action, &desk, at: now, by: identity)
      guard case .wait(let ticket) = action else { return (action, false, 0) }
      desk.tally.waits += 1
      var isNested = identity != 0 && desk.wouldWaitForItself(identity, on: shelf)
      if isNested, traits.nestedBorrowing == .refused {
        let left = desk.machine.abandon(ticket, with: .cancelled, at: now, into: &orders)
        // A borrower that was granted an element meanwhile does not wait for itself.
        if case .settled = left { desk.machine.forget(ticket) } else { isNested = false }
      }
      return (action, isNested, desk.machine.line.count)
    }
    if isNested {
      report(.nestedBorrowing(at: asking.borrower.mark.site))
      if traits.nestedBorrowing == .refused { throw error(.wouldDeadlock) }
    }
    if inLine > 0 { report(.waiting(inLine: inLine)) }
    return action
  }

  /// Returns the reason that the borrower cannot use the granted element, or nil.
  ///
  /// Its patience counts from here at the latest, because hooks take time.
  final func reasonToReject(_ grant: Machine.Grant, _ asking: inout Asking) -> PoolDiscardReason? {
    guard grant.needsPreparation || grant.needsValidation else { return nil }
    asking.begin(at: timekeeper.now)
    return reasonToReject(grant)
  }

  /// Takes the previous place in line again, because the granted element is unfit.
  final func rejoin(
    _ asking: inout Asking, rejecting slot: Int, because reason: PoolDiscardReason
  ) -> Machine.BorrowAction {
    let identity = identity(of: asking.borrower)
    return decide { desk, now, orders in
      let now = now == 0 ? timekeeper.now : now
      asking.begin(at: now)
      asking.request.shelf = desk.machine.slots[slot].shelf
      _ = desk.endLoan(slot)
      let action = desk.machine.rejected(
        slot, because: reason, request: asking.request, since: asking.since, at: now,
        into: &orders)
      // A borrower that does not wait may get another element at once.
      beginLoan(action, &desk, at: now, by: identity)
      return action
    }
  }

  /// A granted element that proved unfit before its borrower specified its timeout.
  @usableFromInline
  struct Refusal {
    var slot: SlotRef
    var reason: PoolDiscardReason
    /// The borrower's place among all requests.
    var turn: Int
    /// The time at which the borrower was granted the element.
    var since: Int64
  }

  /// Takes the place that the borrower had when it was granted an element without waiting.
  final func rejoin(_ asking: inout Asking, after refusal: Refusal) -> Machine.BorrowAction {
    asking.begin(at: refusal.since)
    asking.request.turn = refusal.turn
    return rejoin(&asking, rejecting: refusal.slot.index, because: refusal.reason)
  }

  /// Returns the grant of a request that did not wait, or throws.
  final func immediateGrant(_ action: Machine.BorrowAction) throws -> Machine.Grant {
    switch action {
    case .lend(let grant): return grant
    case .refuse:
      decide(.calm) { desk, _, _ in desk.tally.timeouts += 1 }
      throw error(.timedOut)
    case .shutdown: throw error(.shutdown)
    case .build: preconditionFailure("Where borrowers wait, the pool creates its elements itself.")
    case .wait: preconditionFailure("A wait does not end immediately.")
    }
  }

  /// Returns the grant of a finished wait, or throws.
  final func finish(_ outcome: Machine.Outcome, _ asking: Asking) throws -> Machine.Grant {
    if case .lent(let grant) = outcome, !traits.recordsTimings { return grant }
    let now = timekeeper.now
    let waited = now - asking.since
    let sawNoReturn = decide(.calm) { desk, _, _ in
      if traits.recordsTimings { desk.tally.record(\.waits, nanoseconds: waited) }
      switch outcome {
      case .timedOut: desk.tally.timeouts += 1
      case .cancelled: desk.tally.cancellations += 1
      case .lent, .shutdown, .failed: break
      }
      return desk.machine.returns == asking.returnsBefore && traits.nestedBorrowing == .allowed
    }
    switch outcome {
    case .lent(let grant): return grant
    case .timedOut:
      report(.gaveUp(.timedOut, after: .nanoseconds(waited)))
      throw error(.timedOut, waitedSince: asking.since, sawNoReturn: sawNoReturn)
    case .cancelled:
      report(.gaveUp(nil, after: .nanoseconds(waited)))
      throw CancellationError()
    case .shutdown:
      report(.gaveUp(.shutdown, after: .nanoseconds(waited)))
      throw error(.shutdown, waitedSince: asking.since)
    case .failed(let error): throw error
    }
  }

  /// Begins the loan of a grant; it is already recorded if it was granted at once.
  final func loan(_ grant: Machine.Grant, _ asking: Asking, isNoted: Bool) -> Loaned {
    let slot = table[grant.slot]
    let waited = isObserved && asking.since != 0 ? timekeeper.now - asking.since : 0
    if isNoted {
      announceLoan(of: slot, to: asking.borrower, waited: waited)
    } else {
      noteLoan(of: slot, to: asking.borrower, waited: waited)
    }
    return Loaned(slot: slot, isPreferred: grant.isPreferred)
  }
}

extension Desk {
  /// Whether the borrower holds an element, and none is idle or on its way for it.
  fileprivate func wouldWaitForItself(_ borrower: UInt, on shelf: Int?) -> Bool {
    if let shelf, machine.isFull(shelf) { return wouldWaitForItsKey(borrower, on: shelf) }
    let slots = machine.slots
    // If there is room, it only waits for the delay after a failed creation.
    guard !(machine.hasRoom && machine.rules.builder == .pool), slots.idleCount == 0,
      slots.buildingCount == 0, slots.preparingCount == 0, slots.destroyingCount == 0
    else { return false }
    return loans.contains { $0.since != 0 && $0.borrower == borrower }
  }
}
