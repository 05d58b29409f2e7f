internal import StageFloor

extension PoolMachine {
  /// The pool has made an element for `slot`.
  mutating func built(_ slot: Int, at now: Moment, into orders: inout OrderList<Order>) {
    noteSuccess(in: slot)
    added(slot, at: now, into: &orders)
  }

  /// A new element is in `slot`, which the pool need not have made.
  ///
  /// An element from outside says nothing about whether the pool could make one: after a failed
  /// creation, the pause goes on.
  mutating func added(_ slot: Int, at now: Moment, into orders: inout OrderList<Order>) {
    noteBuilt(slot, at: now)
    slots[slot].isPrepared = true
    slots[slot].isChecked = true
    slots[slot].idleSince = now
    if let reason = reasonNotToKeep(slot) {
      slots.move(slot, to: .destroying)
      orders.appendLast(.destroy(slot, reason))
    } else {
      slots.move(slot, to: .idle)
    }
    dispatch(at: now, into: &orders)
  }

  /// A borrower has made an element for `slot` and holds it.
  mutating func builtByBorrower(_ slot: Int, at now: Moment) {
    noteSuccess(in: slot)
    noteBuilt(slot, at: now)
    slots.move(slot, to: .out)
    if slots[slot].epoch != epoch { slots.markStale(slot) }
  }

  /// No element could be made for `slot`: the oldest waiter hears why, and the next attempt is
  /// for the next one, after a pause that grows with each failure in a row.
  ///
  /// - Returns: the warm-ups that end with this failure: all that are not reached yet.
  @discardableResult
  mutating func buildFailed(
    _ slot: Int, with failure: Failure, at now: Moment, into orders: inout OrderList<Order>
  ) -> [UInt64] {
    if let shelf = slots[slot].shelf {
      buildFailed(slot, on: shelf, with: failure, at: now, into: &orders)
      return []
    }
    let warmUps = self.warmUps.takeAll()
    let isOverdue = slots[slot].isOverdue
    slots.move(slot, to: .vacant)
    if rules.builder == .pool {
      // Creations that fail together are one failure.
      if (retryAt ?? now) <= now {
        failuresInARow += 1
        retryAt = now + retryDelay(afterFailures: failuresInARow)
      }
      // Waiters that have a creation or an element of their own do not pay for an overdue one.
      let concernsLine = !isOverdue || line.count > slots.onTheWayCount + slots.idleCount
      if concernsLine, let seat = line.firstUncalled,
        let waiter = line.settle(seat, with: .failed(failure))
      {
        orders.append(.resume(waiter, .failed(failure)))
      }
    }
    dispatch(at: now, into: &orders)
    return warmUps
  }

  /// A borrower could not make its element; only that borrower hears of it.
  mutating func buildFailedForBorrower(
    _ slot: Int, at now: Moment, into orders: inout OrderList<Order>
  ) {
    slots.move(slot, to: .vacant)
    dispatch(at: now, into: &orders)
  }

  /// Puts an element that was given from outside into stock.
  ///
  /// If more elements exist than the capacity allows, the others are too many, and not this one.
  ///
  /// - Returns: the slot to put it in; report ``added(_:at:into:)`` once it is there.
  mutating func admit() -> Int {
    if rules.capacity < Int.max { rules.capacity += 1 }
    let slot = startBuilding()
    slots[slot].isExempt = true
    return slot
  }

  /// Makes room for a stock of `count` elements in the place of all that exist.
  ///
  /// Follow with ``admit()`` for each element of the new stock.
  mutating func clearStock(at now: Moment, into orders: inout OrderList<Order>) {
    // The old elements end because they are old: none of the new ones is too many beside them.
    // What a borrower leaves in the place of an old one is too many.
    slots.endExemptions()
    rules.capacity = 0
    invalidateAll(at: now, into: &orders)
  }

  /// The element in `slot`, which is out, was exchanged by its borrower for a new one, which comes
  /// into stock.
  mutating func replaced(_ slot: Int, at now: Moment, into orders: inout OrderList<Order>) {
    returns += 1
    let isExempt = slots[slot].isExempt
    slots.renew(slot)
    slots[slot].epoch = epoch
    slots[slot].isExempt = isExempt
    added(slot, at: now, into: &orders)
  }

  private mutating func noteSuccess(in slot: Int) {
    failuresInARow = 0
    retryAt = nil
    if let shelf = slots[slot].shelf { noteSuccess(on: shelf) }
  }

  private mutating func noteBuilt(_ slot: Int, at now: Moment) {
    slots[slot].uses = 0
    guard let lifetime = rules.maximumLifetime else { return }
    let jitter = Double(lifetime) * rules.lifetimeJitter * random.nextFraction()
    let expiry = now + lifetime - Int64(jitter)
    slots[slot].expiresAt = expiry
    earliestExpiry = min(earliestExpiry ?? expiry, expiry)
  }

  /// Doubles with each failure up to the longest delay; a tenth of it is left to chance, so that
  /// many pools do not knock at a recovering service at once.
  mutating func retryDelay(afterFailures failures: Int) -> Int64 {
    let doublings = min(failures - 1, 30)
    let delay = min(
      Double(rules.firstRetryDelay) * Double(1 << doublings), Double(rules.longestRetryDelay))
    return Int64(delay * (0.95 + 0.1 * random.nextFraction()))
  }
}
