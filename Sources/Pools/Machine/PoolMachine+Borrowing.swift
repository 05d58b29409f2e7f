internal import StageFloor

extension PoolMachine {
  struct Request {
    enum Patience: Sendable {
      case none
      case until(Moment?)
    }

    var kind = Line.Kind.task
    var patience = Patience.until(nil)
    var preference: Preference?
    /// In a keyed pool; nil for a key without elements.
    var keyIndex: Int?
    /// The place in the order of all requests, or nil for the end; a borrower whose element proved
    /// unfit keeps its first one.
    var turn: Int?
  }

  enum BorrowAction {
    case lend(Grant)
    /// The borrower creates the element, then calls `builtByBorrower` or `buildFailedForBorrower`.
    case build(Int)
    case wait(Ticket)
    /// No element is idle, or other borrowers come first, and the borrower does not wait.
    case refuse
    /// As many borrowers wait as allowed.
    case lineIsFull
    /// The last creation failed, and until the next attempt no element can become available.
    case failFast
    case shutdown
  }

  mutating func borrow(
    _ request: Request, at now: Moment, into effects: inout Effects<Action>
  ) -> BorrowAction {
    guard service == .open else { return .shutdown }
    if isKeyed { return borrowByKey(request, at: now, into: &effects) }
    if mayTakeIdle(request, at: now) {
      if let grant = takeIdle(preferring: request.preference, at: now, into: &effects) {
        // Each waiter that this borrower overtook is owed an element.
        if !line.isEmpty { dispatch(at: now, into: &effects) }
        return .lend(grant)
      }
      if rules.builder == .borrower, hasRoom {
        let slot = startBuilding()
        slots[slot].shows = request.preference
        return .build(slot)
      }
    }
    guard case .until(let deadline) = request.patience else { return .refuse }
    if failsFast(at: now) { return .failFast }
    return joinUnlessFull(request, until: deadline, at: now, into: &effects)
  }

  /// A waiter that is served without a return does not count: an element is idle, being created or
  /// prepared for it, or there is room for one, even if a creation has to wait for others.
  mutating func joinUnlessFull(
    _ request: Request, until deadline: Moment?, at now: Moment,
    into effects: inout Effects<Action>
  ) -> BorrowAction {
    let deadlineBefore = earliestDeadline
    let ticket = join(request, since: now, deadline: deadline)
    dispatch(at: now, into: &effects)
    guard line.count > rules.maximumWaiting, let place = line.place(of: ticket),
      line.places[place].isArriving, !isProvided(request.keyIndex),
      line.count - providedCount > rules.maximumWaiting
    else { return .wait(ticket) }
    if isKeyed { keys.leave(place) }
    line.leave(place)
    earliestDeadline = deadlineBefore
    // A key that was opened for this waiter is closed.
    dispatch(at: now, into: &effects)
    return .lineIsFull
  }

  /// The number of waiters that are served without a return, if not more wait.
  private var providedCount: Int {
    if isKeyed {
      let room = max(0, roomToCome) + slots.idleCount + spareCount
      return keys.keySlots.providedCount + min(keys.keySlots.makeableCount, room)
    }
    let room = rules.builder == .pool ? max(0, roomToCome) : 0
    return slots.onTheWayCount + slots.overduePreparingCount + slots.idleCount + room
  }

  func canLend(to request: Request, at now: Moment) -> Bool {
    slots.idleCount > 0 && mayTakeIdle(request, at: now)
  }

  var canBuild: Bool {
    rules.builder == .pool && hasRoom && slots.buildingCount < rules.concurrentBuilds
  }

  /// If the line is empty; a running thread also if only threads wait, the longest of them for less
  /// than the limit.
  private func mayTakeIdle(_ request: Request, at now: Moment) -> Bool {
    guard let oldest = line.first else { return true }
    guard request.kind == .thread, case .until = request.patience else { return false }
    return threadsMayOvertake(oldest, at: now)
  }

  func threadsMayOvertake(_ oldest: Int, at now: Moment) -> Bool {
    guard rules.mayOvertake, let limit = rules.overtaking, line.taskCount == 0 else {
      return false
    }
    return now - line.places[oldest].since < limit
  }

  /// Discards expired elements on the way.
  mutating func takeIdle(
    preferring preference: Preference?, at now: Moment, into effects: inout Effects<Action>
  ) -> Grant? {
    while let slot = choose(preferring: preference) {
      if let reason = reasonToDiscard(idle: slot, at: now) {
        destroy(slot, because: reason, into: &effects)
        continue
      }
      let grant = grant(of: slot, preferring: preference, at: now)
      if mustPrepare(grant) { return nil }
      lend(slot, preferring: preference)
      return grant
    }
    return nil
  }

  /// Whether the pool prepares the element first; the longest waiter then gets it.
  func mustPrepare(_ grant: Grant) -> Bool {
    rules.preparer == .pool && (grant.needsPreparation || grant.needsValidation)
  }

  mutating func lend(_ slot: Int, preferring preference: Preference?) {
    move(slot, to: .out)
    slots[slot].shows = preference
    slots[slot].isPrepared = false
    slots[slot].isChecked = false
  }

  /// With a preference, the element that shows it, otherwise the coldest.
  func choose(preferring preference: Preference?) -> Int? {
    guard let preference else {
      return rules.order == .hottest ? slots.hottest : slots.coldest
    }
    return slots.idle(showing: preference) ?? slots.coldest
  }

  func grant(of slot: Int, preferring preference: Preference?, at now: Moment) -> Grant {
    var grant = Grant(slot: slot)
    grant.isPreferred = preference != nil && slots[slot].shows == preference
    grant.needsPreparation = rules.prepares && !slots[slot].isPrepared && !grant.isPreferred
    if let window = rules.validationWindow {
      let rest = now - slots[slot].restsSince
      // An element that was validated at this very time is not validated again, even with a window
      // of zero.
      grant.needsValidation = rest >= window && (rest > 0 || !slots[slot].isChecked)
    }
    return grant
  }

  /// Returns the outcome if it was decided since the waiter joined the line.
  mutating func park(
    _ ticket: Ticket, _ waiter: Waiter, at now: Moment, into effects: inout Effects<Action>
  ) -> Line.ParkAction {
    let action = line.park(ticket, waiter)
    // A thread that had not parked yet could not be called for an element that became available
    // since. A task that was granted one has its outcome already.
    if case .parked = action, line.isThread(ticket) { dispatch(at: now, into: &effects) }
    return action
  }

  enum RetryAction {
    case lend(Grant)
    case settled(Outcome)
    /// The thread was overtaken, keeps its place, and retries soon without being called.
    ///
    /// Calling it for each element that other threads then take first would cost them a wake-up
    /// each time, and with more threads than processors, would take the processor from the threads
    /// that use the elements.
    case nap
    case parkAgain
  }

  /// If it finds no element and must not nap, the thread is parked with `waiter`.
  mutating func retry(
    _ ticket: Ticket, _ waiter: Waiter, at now: Moment, into effects: inout Effects<Action>
  ) -> RetryAction {
    guard let place = line.place(of: ticket) else {
      preconditionFailure("A thread that was called keeps its ticket until it leaves the line.")
    }
    // The threads before it are not overtaken against the rules; each of them may be on its way to
    // an element of its own.
    let mayOvertake = line.first.map { threadsMayOvertake($0, at: now) } ?? false
    if line.places[place].isCalled, mayOvertake || line.isAmongFirst(slots.idleCount, place) {
      let preference = line.places[place].preference
      if let grant = takeIdle(preferring: preference, at: now, into: &effects) {
        line.leave(place)
        dispatch(at: now, into: &effects)
        return .lend(grant)
      }
    }
    if line.places[place].isCalled, mayOvertake { return .nap }
    switch line.park(ticket, waiter) {
    case .settled(let outcome): return .settled(outcome)
    case .parked:
      dispatch(at: now, into: &effects)
      return .parkAgain
    }
  }

  /// With the turn of its first request, the borrower gets the place as if it had never left.
  mutating func rejected(
    _ slot: Int, because reason: PoolDiscardReason, request: Request, since: Moment, at now: Moment,
    into effects: inout Effects<Action>
  ) -> BorrowAction {
    var request = request
    if isKeyed { request.keyIndex = keys.keyIndex(ofSlot: slot) }
    destroy(slot, because: reason, into: &effects)
    // A borrower that creates its own elements or does not wait takes another or creates one, if
    // allowed.
    let mayWait = if case .none = request.patience { false } else { true }
    if rules.builder == .borrower || !mayWait, service == .open {
      return borrow(request, at: now, into: &effects)
    }
    guard service == .open || service == .draining && !failsWaiters else {
      dispatch(at: now, into: &effects)
      return .shutdown
    }
    guard case .until(let deadline) = request.patience else {
      dispatch(at: now, into: &effects)
      return service == .open ? .refuse : .shutdown
    }
    if request.keyIndex.map({ failsFast($0, at: now) }) ?? failsFast(at: now) {
      dispatch(at: now, into: &effects)
      return .failFast
    }
    let ticket = join(request, since: since, deadline: deadline)
    dispatch(at: now, into: &effects)
    return .wait(ticket)
  }
}
