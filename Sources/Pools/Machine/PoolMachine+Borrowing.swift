extension PoolMachine {
  /// What a borrower asks for.
  struct Request {
    enum Patience: Sendable {
      /// Takes what is idle, or nothing.
      case none
      /// Waits until its deadline, or for ever.
      case until(Moment?)
    }

    var kind = Line.Kind.task
    var patience = Patience.until(nil)
    var preference: Preference?
    /// In a keyed pool: the key; nil: one of which nothing exists.
    var shelf: Int?
    /// The borrower's place in the order of all who ask; nil: behind all others.
    ///
    /// With the turn it took when it asked first, a borrower whose element proved unfit keeps its
    /// place.
    var turn: Int?
  }

  enum BorrowAction {
    case lend(Grant)
    /// The borrower makes the element, then reports `built` or `buildFailed`.
    case build(Int)
    /// Park with this ticket.
    case wait(Ticket)
    /// Nothing is idle, or others come first, and the borrower would not wait.
    case refuse
    case shutDown
  }

  /// Somebody asks for an element.
  mutating func borrow(
    _ request: Request, at now: Moment, into orders: inout OrderList<Order>
  ) -> BorrowAction {
    guard service == .open else { return .shutDown }
    if isKeyed { return borrowByKey(request, at: now, into: &orders) }
    if mayTakeIdle(request, at: now) {
      if let grant = takeIdle(preferring: request.preference, at: now, into: &orders) {
        // Whom this borrower has overtaken is owed another element.
        if !line.isEmpty { dispatch(at: now, into: &orders) }
        return .lend(grant)
      }
      if rules.builder == .borrower, hasRoom {
        let slot = startBuilding()
        slots.show(request.preference, in: slot)
        return .build(slot)
      }
    }
    guard case .until(let deadline) = request.patience else { return .refuse }
    let ticket = line.join(
      request.kind, turn: request.turn, since: now, deadline: deadline,
      preference: request.preference)
    note(deadline: deadline)
    dispatch(at: now, into: &orders)
    return .wait(ticket)
  }

  /// Whether a borrower with this request may take an element that is idle now.
  func canLend(to request: Request, at now: Moment) -> Bool {
    slots.idleCount > 0 && mayTakeIdle(request, at: now)
  }

  /// Whether a borrower that joined the line now would have an element made.
  var canBuild: Bool {
    rules.builder == .pool && hasRoom && slots.buildingCount < rules.concurrentBuilds
  }

  /// A newcomer takes an idle element if nobody waits.
  ///
  /// A running thread also may if only threads wait, and the oldest of them not for longer than the
  /// rules allow.
  private func mayTakeIdle(_ request: Request, at now: Moment) -> Bool {
    guard let oldest = line.first else { return true }
    guard request.kind == .thread, case .until = request.patience else { return false }
    return threadsMayOvertake(oldest, at: now)
  }

  /// Whether the threads in line put up with being overtaken, `oldest` being the first of them.
  func threadsMayOvertake(_ oldest: Int, at now: Moment) -> Bool {
    guard let limit = rules.overtaking, line.taskCount == 0, rules.preparer == .borrower else {
      return false
    }
    return now - line.seats[oldest].since < limit
  }

  /// Takes an idle element out for a borrower, discarding on the way what is too old to be lent.
  mutating func takeIdle(
    preferring preference: Preference?, at now: Moment, into orders: inout OrderList<Order>
  ) -> Grant? {
    while let slot = choose(preferring: preference) {
      if let reason = reasonToDiscard(idle: slot, at: now) {
        slots.move(slot, to: .destroying)
        orders.appendLast(.destroy(slot, reason))
        continue
      }
      let grant = grant(of: slot, preferring: preference, at: now)
      if rules.preparer == .pool, grant.needsPreparation || grant.needsValidation {
        // The pool prepares it first; whoever is oldest then gets it.
        return nil
      }
      lend(slot, preferring: preference)
      return grant
    }
    return nil
  }

  mutating func lend(_ slot: Int, preferring preference: Preference?) {
    slots.move(slot, to: .out)
    slots.show(preference, in: slot)
    slots[slot].isPrepared = false
    slots[slot].isChecked = false
  }

  /// The idle element for this preference: the one that shows it, else the coldest.
  ///
  /// Without a preference, the order of reuse decides.
  func choose(preferring preference: Preference?) -> Int? {
    guard let preference else {
      return rules.order == .hottest ? slots.hottest : slots.coldest
    }
    return slots.idle(showing: preference) ?? slots.coldest
  }

  /// What lending `slot` to somebody with this preference would ask for.
  func grant(of slot: Int, preferring preference: Preference?, at now: Moment) -> Grant {
    var grant = Grant(slot: slot)
    grant.isPreferred = preference != nil && slots[slot].shows == preference
    grant.needsPreparation = rules.prepares && !slots[slot].isPrepared && !grant.isPreferred
    if let window = rules.validationWindow {
      let rest = now - slots[slot].idleSince
      // What was validated this very moment is not validated again, even with no window at all.
      grant.needsValidation = rest >= window && (rest > 0 || !slots[slot].isChecked)
    }
    return grant
  }

  /// Somebody who joined the line is ready to be woken: leaves `waiter`, or hears at once what
  /// happened since it joined.
  mutating func park(
    _ ticket: Ticket, _ waiter: Waiter, at now: Moment, into orders: inout OrderList<Order>
  ) -> Line.ParkAction {
    let action = line.park(ticket, waiter)
    // A thread that was still on its way here could not be called for what came free meanwhile.
    if case .parked = action { dispatch(at: now, into: &orders) }
    return action
  }

  /// A thread that was called looks again.
  enum RetryAction {
    case lend(Grant)
    /// It was resumed in the meantime, with this outcome.
    case settled(Outcome)
    /// It was overtaken. It keeps its place, and looks again soon without being called.
    ///
    /// Calling it for each element that others then take first would cost them a wake-up each time,
    /// and where there are more threads than processors, take the processor from those who use the
    /// elements.
    case nap
    /// Nothing for it yet; it keeps its place and was parked again.
    case parkAgain
  }

  /// A thread that was called, or has napped, looks for an element.
  ///
  /// If it finds none and is not to nap, it is parked with `waiter`.
  mutating func retry(
    _ ticket: Ticket, _ waiter: Waiter, at now: Moment, into orders: inout OrderList<Order>
  ) -> RetryAction {
    guard let seat = line.seat(of: ticket) else {
      preconditionFailure("A thread that was called keeps its ticket until it leaves the line.")
    }
    // Those before it are not overtaken against the rules; each of them may be on the way to an
    // element of its own.
    let mayOvertake = line.first.map { threadsMayOvertake($0, at: now) } ?? false
    if line.seats[seat].isCalled, mayOvertake || line.isAmongFirst(slots.idleCount, seat) {
      let preference = line.seats[seat].preference
      if let grant = takeIdle(preferring: preference, at: now, into: &orders) {
        line.leave(seat)
        dispatch(at: now, into: &orders)
        return .lend(grant)
      }
    }
    if line.seats[seat].isCalled, mayOvertake { return .nap }
    switch line.park(ticket, waiter) {
    case .settled(let outcome): return .settled(outcome)
    case .parked:
      dispatch(at: now, into: &orders)
      return .parkAgain
    }
  }

  enum AbandonAction {
    /// Wake this waiter with the outcome.
    case resume(Waiter)
    /// The waiter finds the outcome when it parks.
    case settled
    /// The waiter was served first.
    case nothing
  }

  /// A waiter was cancelled, or its time is up.
  mutating func abandon(
    _ ticket: Ticket, with outcome: Outcome, at now: Moment, into orders: inout OrderList<Order>
  ) -> AbandonAction {
    guard let seat = line.seat(of: ticket) else { return .nothing }
    if case .settled = line.seats[seat].state { return .nothing }
    let shelf = line.seats[seat].shelf
    let wasOldest = isOldest(seat)
    let waiter = line.settle(seat, with: outcome)
    if case .timedOut = outcome { relyOnLess(on: shelf, wasOldest: wasOldest) }
    dispatch(at: now, into: &orders)
    return waiter.map { .resume($0) } ?? .settled
  }

  /// A wait has ended because its time was up.
  ///
  /// What was being made or prepared for it may never end. Other borrowers do not rely on it, or
  /// one creation that hangs would cost each of them its wait. What does not end still counts
  /// against the capacity, and what ends late is lent like anything else.
  mutating func relyOnLess(on shelf: Int?, wasOldest: Bool) {
    if isKeyed {
      guard let shelf else { return }
      let isSpare = slots.byShelf.making.count(on: shelf) > line.byShelf.count(on: shelf)
      if wasOldest || isSpare { slots.markOverdue(on: shelf) }
    } else if wasOldest || slots.onTheWayCount > line.count {
      slots.markOverdue()
    }
  }

  /// Whether the waiter in `seat` is the first in line, in a keyed pool for its key.
  func isOldest(_ seat: Int) -> Bool {
    guard let shelf = line.seats[seat].shelf else { return line.first == seat }
    return line.byShelf.first(on: shelf) == seat
  }

  /// Whoever settled its own wait before it had parked does not come back for the outcome.
  mutating func forget(_ ticket: Ticket) {
    if let seat = line.seat(of: ticket) { line.forget(seat) }
  }

  /// A borrower found that the element it was lent cannot be used, and stands in line again.
  ///
  /// With the turn that it took when it asked, it stands where it would had it never left.
  mutating func rejected(
    _ slot: Int, because reason: DiscardReason, request: Request, since: Moment, at now: Moment,
    into orders: inout OrderList<Order>
  ) -> BorrowAction {
    slots.move(slot, to: .destroying)
    orders.appendLast(.destroy(slot, reason))
    // Where borrowers make their own, or do not wait, it takes another or makes one, if it may.
    let mayWait = if case .none = request.patience { false } else { true }
    if rules.builder == .borrower || !mayWait, service == .open {
      return borrow(request, at: now, into: &orders)
    }
    guard service == .open || service == .draining && !failsWaiters else {
      dispatch(at: now, into: &orders)
      return .shutDown
    }
    guard case .until(let deadline) = request.patience else {
      dispatch(at: now, into: &orders)
      return service == .open ? .refuse : .shutDown
    }
    let ticket = line.join(
      request.kind, turn: request.turn, since: since, deadline: deadline,
      preference: request.preference, shelf: request.shelf)
    note(deadline: deadline)
    dispatch(at: now, into: &orders)
    return .wait(ticket)
  }

  mutating func note(deadline: Moment?) {
    guard let deadline else { return }
    earliestDeadline = min(earliestDeadline ?? deadline, deadline)
  }
}
