extension PoolMachine {
  enum GiveBackAction {
    /// The element was out and has come back.
    case accepted
    /// Nothing was out in this slot: a second or a foreign return.
    case stale
  }

  /// The element in `slot` comes back to be lent again, if it is still fit.
  mutating func giveBack(
    _ slot: Int, at now: Moment, into orders: inout OrderList<Order>
  ) -> GiveBackAction {
    guard slot < slots.count, slots[slot].phase == .out else { return .stale }
    slots[slot].uses += 1
    if let reason = reasonToDiscard(returned: slot, at: now) {
      slots.move(slot, to: .destroying)
      orders.append(.destroy(slot, reason))
    } else {
      slots[slot].idleSince = now
      if rules.maximumLifetime != nil {
        let expiry = slots[slot].expiresAt
        earliestExpiry = min(earliestExpiry ?? expiry, expiry)
      }
      slots.move(slot, to: .idle)
      dropSurplus(into: &orders)
    }
    dispatch(at: now, into: &orders)
    return .accepted
  }

  /// The element in `slot`, which is out or being prepared, is not to be lent again.
  mutating func discarded(
    _ slot: Int, because reason: DiscardReason, at now: Moment,
    into orders: inout OrderList<Order>
  ) -> GiveBackAction {
    guard slot < slots.count, slots[slot].phase == .out || slots[slot].phase == .preparing else {
      return .stale
    }
    slots.move(slot, to: .destroying)
    orders.append(.destroy(slot, reason))
    dispatch(at: now, into: &orders)
    return .accepted
  }

  /// The borrower keeps the element in `slot` for good.
  mutating func detached(_ slot: Int, at now: Moment, into orders: inout OrderList<Order>) {
    slots.move(slot, to: .vacant)
    dispatch(at: now, into: &orders)
  }

  /// The element in `slot` has ended; its place is free.
  mutating func destroyed(_ slot: Int, at now: Moment, into orders: inout OrderList<Order>) {
    slots.move(slot, to: .vacant)
    dispatch(at: now, into: &orders)
  }

  /// The pool has prepared the element in `slot`; the oldest waiter gets it.
  mutating func prepared(_ slot: Int, at now: Moment, into orders: inout OrderList<Order>) {
    slots[slot].isPrepared = true
    slots.move(slot, to: .idle)
    dispatch(at: now, into: &orders)
  }

  /// The element in `slot`, which went round without the machine, is back in its hands.
  mutating func recalled(_ slot: Int, at now: Moment) {
    slots[slot].idleSince = now
    slots.move(slot, to: .idle)
  }

  /// The hottest idle element goes round without the machine from now on.
  mutating func letGo() -> Int? {
    guard let slot = slots.hottest else { return nil }
    slots.move(slot, to: .out)
    slots[slot].isPrepared = false
    return slot
  }

  private func reasonToDiscard(returned slot: Int, at now: Moment) -> DiscardReason? {
    if service != .open, line.isEmpty { return .shutDown }
    if slots[slot].isStale || slots[slot].epoch != epoch { return .invalidated }
    if existing > rules.capacity { return .overCapacity }
    if let maximum = rules.maximumUses, slots[slot].uses >= maximum { return .usedUp }
    if now >= slots[slot].expiresAt { return .tooOld }
    return nil
  }

  func reasonToDiscard(idle slot: Int, at now: Moment) -> DiscardReason? {
    if now >= slots[slot].expiresAt { return .tooOld }
    if let timeout = rules.idleTimeout, now - slots[slot].idleSince >= timeout,
      existing - slots.destroyingCount > rules.minimumIdle
    {
      return .idleTooLong
    }
    return nil
  }

  /// Keeps no more idle elements than allowed, dropping the coldest.
  private mutating func dropSurplus(into orders: inout OrderList<Order>) {
    guard line.isEmpty else { return }
    while slots.idleCount + idleElsewhere > rules.maximumIdle, let slot = slots.coldest {
      slots.move(slot, to: .destroying)
      orders.append(.destroy(slot, .surplus))
    }
  }
}
