internal import StageFloor

extension PoolMachine {
  mutating func startBuilds(at now: Moment, into effects: inout Effects<Action>) {
    guard rules.builder == .pool, service != .closed else { return }
    if let retryAt, now >= retryAt { self.retryAt = nil }
    while mustBuild {
      effects.append(.build(startBuilding()))
    }
  }

  private var mustBuild: Bool {
    guard hasRoom, slots.buildingCount < rules.concurrentBuilds else { return false }
    let onTheWay = slots.onTheWayCount
    let owedToLine = line.count > onTheWay + slots.idleCount
    let ready = slots.idleCount + onTheWay + idleTestCount
    let owedToReserve =
      service == .open && line.isEmpty
      && (ready < rules.minimumIdle || ready + slots.outCount < warmTarget)
    return retryAt == nil && (owedToLine || owedToReserve)
  }

  mutating func built(_ slot: Int, at now: Moment, into effects: inout Effects<Action>) {
    noteSuccess(in: slot)
    added(slot, at: now, into: &effects)
  }

  /// An element from outside does not show that the pool could create one: the delay after a failed
  /// creation continues.
  mutating func added(_ slot: Int, at now: Moment, into effects: inout Effects<Action>) {
    noteBuilt(slot, at: now)
    slots[slot].isPrepared = true
    slots[slot].isChecked = true
    slots[slot].idleSince = now
    if let reason = reasonNotToKeep(slot) {
      destroy(slot, because: reason, into: &effects)
    } else {
      noteIdleTest(of: slot)
      move(slot, to: .idle)
    }
    dispatch(at: now, into: &effects)
  }

  mutating func builtByBorrower(_ slot: Int, at now: Moment) {
    noteSuccess(in: slot)
    noteBuilt(slot, at: now)
    move(slot, to: .out)
    if slots[slot].epoch != epoch { slots.markStale(slot) }
  }

  /// The longest waiter receives the error, all waiters where the pool fails fast; the next attempt
  /// is for the next waiter, after a delay that grows with each failure.
  ///
  /// Returns the warm-ups that end with this failure: all that are not reached yet.
  @discardableResult
  mutating func buildFailed(
    _ slot: Int, with failure: Failure, at now: Moment, into effects: inout Effects<Action>
  ) -> [UInt64] {
    if isKeyed {
      let warmUps = takeWarmUps(ofKeyOf: slot)
      buildFailedByKey(slot, with: failure, at: now, into: &effects)
      return warmUps
    }
    let warmUps = self.warmUps.takeAll()
    let isOverdue = slots[slot].isOverdue
    move(slot, to: .vacant)
    if rules.builder == .pool {
      // Creations that fail together count as one failure.
      if (retryAt ?? now) <= now {
        failuresInARow += 1
        retryAt = now + retryDelay(afterFailures: failuresInARow)
      }
      // An overdue creation does not fail a waiter that has a creation or an element of its own.
      let concernsLine = !isOverdue || line.count > slots.onTheWayCount + slots.idleCount
      if concernsLine, let place = line.firstUncalled {
        resume(place, with: .failed(failure), into: &effects)
      }
      while failsFast(at: now), let place = line.firstUncalled {
        resume(place, with: .failed(failure), into: &effects)
      }
    }
    dispatch(at: now, into: &effects)
    return warmUps
  }

  /// Whether the next attempt at a creation is in the future, and no element exists that could be
  /// returned before.
  func failsFast(at now: Moment) -> Bool {
    guard rules.failsFast, let retryAt, now < retryAt else { return false }
    return existing == slots.destroyingCount
  }

  /// Only that borrower receives the error.
  mutating func buildFailedForBorrower(
    _ slot: Int, at now: Moment, into effects: inout Effects<Action>
  ) {
    move(slot, to: .vacant)
    dispatch(at: now, into: &effects)
  }

  /// If more elements exist than the capacity allows, the others are the surplus.
  ///
  /// Call ``added(_:at:into:)`` once the element is stored.
  mutating func admit() -> Int {
    if rules.capacity < Int.max { rules.capacity += 1 }
    let slot = startBuilding()
    slots[slot].isExempt = true
    return slot
  }

  /// Follow with ``admit()`` for each element of the new stock.
  mutating func clearStock(at now: Moment, into effects: inout Effects<Action>) {
    // The old elements are destroyed because they are invalidated: none of the new ones is surplus
    // beside them. An element that a borrower puts in the place of an old one is surplus.
    slots.endExemptions()
    rules.capacity = 0
    invalidateAll(at: now, into: &effects)
  }

  mutating func replaced(_ slot: Int, at now: Moment, into effects: inout Effects<Action>) {
    returns += 1
    let isExempt = slots[slot].isExempt
    move(slot, to: .building)
    slots.renew(slot)
    slots[slot].epoch = epoch
    slots[slot].isExempt = isExempt
    added(slot, at: now, into: &effects)
  }

  private mutating func noteSuccess(in slot: Int) {
    failuresInARow = 0
    retryAt = nil
    if isKeyed { noteSuccessByKey(in: slot) }
  }

  private mutating func noteBuilt(_ slot: Int, at now: Moment) {
    slots[slot].uses = 0
    slots[slot].createdAt = now
    guard let lifetime = rules.maximumLifetime else { return }
    let jitter = Double(lifetime) * rules.lifetimeJitter * random.nextFraction()
    let expiry = now + lifetime - Int64(jitter)
    slots[slot].expiresAt = expiry
    earliestExpiry = min(earliestExpiry ?? expiry, expiry)
  }

  /// Doubled with each failure up to the longest delay; a random share of a tenth avoids that many
  /// pools retry against a recovering service at once.
  mutating func retryDelay(afterFailures failures: Int) -> Int64 {
    let doublings = min(failures - 1, 30)
    let delay = min(
      Double(rules.firstRetryDelay) * Double(1 << doublings), Double(rules.longestRetryDelay))
    return Int64(delay * (0.95 + 0.1 * random.nextFraction()))
  }
}
