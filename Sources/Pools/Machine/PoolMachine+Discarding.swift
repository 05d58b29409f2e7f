internal import StageFloor

// Which elements are destroyed, and why.
extension PoolMachine {
  // MARK: The reasons

  func reasonToDiscard(returned slot: Int, at now: Moment) -> PoolDiscardReason? {
    if service != .open, line.isEmpty { return .shutdown }
    if let reason = reasonNotToKeep(slot) { return reason }
    if let maximum = rules.maximumUses, slots[slot].uses >= maximum { return .usedUp }
    if now >= slots[slot].expiresAt { return .tooOld }
    return nil
  }

  /// Apart from age and use.
  func reasonNotToKeep(_ slot: Int) -> PoolDiscardReason? {
    if slots[slot].isStale || slots[slot].epoch != epoch { return .invalidated }
    let isTooMany = isOverCapacity && !slots[slot].isExempt
    return isTooMany || isKeyed && isTooManyOfItsKey(slot) ? .overCapacity : nil
  }

  func reasonToDiscard(idle slot: Int, at now: Moment) -> PoolDiscardReason? {
    if now >= slots[slot].expiresAt { return .tooOld }
    if let timeout = rules.idleTimeout, now - slots[slot].idleSince >= timeout,
      slots.idleCount > rules.minimumIdle
    {
      return .idleTooLong
    }
    return nil
  }

  // MARK: Destroying

  mutating func destroy(
    _ slot: Int, because reason: PoolDiscardReason, into effects: inout Effects<Action>
  ) {
    move(slot, to: .destroying)
    effects.appendLast(.destroy(slot, reason))
  }

  mutating func dropAged(at now: Moment, into effects: inout Effects<Action>) {
    guard rules.idleTimeout != nil || rules.maximumLifetime != nil else { return }
    earliestExpiry = nil
    var current = slots.coldest
    while let slot = current {
      current = slots.colder(after: slot)
      if let reason = reasonToDiscard(idle: slot, at: now) {
        destroy(slot, because: reason, into: &effects)
      } else if rules.maximumLifetime != nil {
        let expiry = slots[slot].expiresAt
        earliestExpiry = min(earliestExpiry ?? expiry, expiry)
      }
    }
  }

  /// Once the waiters are served, idle elements that are surplus or of a pool that is shut down.
  mutating func dropUnneeded(into effects: inout Effects<Action>) {
    if service == .open { dropSurplus(into: &effects) } else { drainIdle(into: &effects) }
  }

  /// The coldest first.
  ///
  /// The pool's own reserve is not surplus: it would only be created again.
  private mutating func dropSurplus(into effects: inout Effects<Action>) {
    guard !reservesIdle else { return }
    let reserve = rules.builder == .pool ? max(rules.minimumIdle, warmTarget) : 0
    let limit = max(rules.maximumIdle, reserve)
    while slots.idleCount + idleElsewhere > limit, let slot = slots.coldest {
      destroy(slot, because: .surplus, into: &effects)
    }
  }

  private mutating func drainIdle(into effects: inout Effects<Action>) {
    guard line.isEmpty else { return }
    while let slot = slots.coldest {
      destroy(slot, because: .shutdown, into: &effects)
    }
    if existing == 0, service == .draining {
      service = .closed
      effects.append(.drained)
    }
  }
}
