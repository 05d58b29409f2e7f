internal import StageFloor

extension PoolMachine {
  /// Ends waits that are due, destroys expired elements, tests idle ones, and retries failed
  /// creations.
  mutating func timePassed(to now: Moment, into effects: inout Effects<Action>) {
    if let deadline = earliestDeadline, now >= deadline { endWaits(dueAt: now, into: &effects) }
    dropAged(at: now, into: &effects)
    startIdleTest(at: now, into: &effects)
    dispatch(at: now, into: &effects)
  }

  /// When to call ``timePassed(to:into:)`` next.
  var nextMoment: Moment? {
    var next = line.isEmpty ? nil : earliestDeadline
    func consider(_ moment: Moment) { next = min(next ?? moment, moment) }
    let mustReserve = service == .open && (rules.minimumIdle > 0 || warmTarget > 0)
    if let retryAt, hasRoom, !line.isEmpty || mustReserve { consider(retryAt) }
    if isKeyed, let pauseEnd = keys.firstPauseEnd { consider(pauseEnd) }
    if let coldest = slots.coldest, service == .open {
      if let timeout = rules.idleTimeout, slots.idleCount > rules.minimumIdle {
        consider(slots[coldest].idleSince + timeout)
      }
      if let earliestExpiry { consider(earliestExpiry) }
      if let test = nextIdleTest { consider(test) }
    }
    return next
  }

  enum AbandonAction {
    case resume(Waiter)
    case settled
    case nothing
  }

  mutating func abandon(
    _ ticket: Ticket, with outcome: Outcome, at now: Moment, into effects: inout Effects<Action>
  ) -> AbandonAction {
    guard let place = line.place(of: ticket) else { return .nothing }
    if case .settled = line.places[place].state { return .nothing }
    if case .timedOut = outcome { markOverdue(afterTimeoutIn: place) }
    let waiter = settle(place, with: outcome)
    dispatch(at: now, into: &effects)
    return waiter.map { .resume($0) } ?? .settled
  }

  /// For a waiter that settled its own wait before it parked and does not return for the outcome.
  mutating func forget(_ ticket: Ticket) {
    if let place = line.place(of: ticket) { line.forget(place) }
  }

  /// O(*n*) in the number of waiters, each time a wait is due.
  private mutating func endWaits(dueAt now: Moment, into effects: inout Effects<Action>) {
    earliestDeadline = nil
    var current = line.first
    while let place = current {
      current = line.waiting.index(after: place)
      guard let deadline = line.places[place].deadline else { continue }
      guard now >= deadline else {
        earliestDeadline = min(earliestDeadline ?? deadline, deadline)
        continue
      }
      markOverdue(afterTimeoutIn: place)
      resume(place, with: .timedOut, into: &effects)
    }
  }

  /// What was being created or prepared for the waiter in `place` may never end: other borrowers do
  /// not rely on it, otherwise one creation that hangs would cost each of them its wait.
  ///
  /// It still counts against the capacity, and an element that is completed late is lent as usual.
  private mutating func markOverdue(afterTimeoutIn place: Int) {
    if isKeyed { return markOverdueByKey(afterTimeoutIn: place) }
    // The waiter is still in line: of the elements on the way, one may be for each of the others.
    let isSpare = slots.onTheWayCount >= line.count
    if line.first == place || isSpare, let slot = slots.longestOnTheWay { slots.markOverdue(slot) }
  }
}
