internal import StageFloor

extension PoolMachine {
  enum ReturnAction {
    case accepted
    /// No element was on loan in this slot: a second or a foreign return.
    case stale
  }

  mutating func returnElement(
    _ slot: Int, at now: Moment, into effects: inout Effects<Action>
  ) -> ReturnAction {
    guard slot < slots.count, slots[slot].phase == .out else { return .stale }
    returns += 1
    slots[slot].uses += 1
    if let reason = reasonToDiscard(returned: slot, at: now) {
      destroy(slot, because: reason, into: &effects)
    } else {
      slots[slot].idleSince = now
      noteExpiry(of: slot)
      move(slot, to: .idle)
    }
    dispatch(at: now, into: &effects)
    return .accepted
  }

  mutating func discarded(
    _ slot: Int, because reason: PoolDiscardReason, at now: Moment,
    into effects: inout Effects<Action>
  ) -> ReturnAction {
    guard slot < slots.count, slots[slot].phase == .out || slots[slot].phase == .preparing else {
      return .stale
    }
    returns += 1
    let wasTested = endIdleTest(of: slot)
    destroy(slot, because: reason, into: &effects)
    dispatch(at: now, into: &effects)
    if wasTested { startIdleTest(at: now, into: &effects) }
    return .accepted
  }

  mutating func detached(_ slot: Int, at now: Moment, into effects: inout Effects<Action>) {
    returns += 1
    move(slot, to: .vacant)
    dispatch(at: now, into: &effects)
  }

  mutating func destroyed(_ slot: Int, at now: Moment, into effects: inout Effects<Action>) {
    move(slot, to: .vacant)
    dispatch(at: now, into: &effects)
  }

  mutating func destroyed(_ ended: [Int], at now: Moment, into effects: inout Effects<Action>) {
    for slot in ended { move(slot, to: .vacant) }
    dispatch(at: now, into: &effects)
  }

  /// The longest waiter, in a keyed pool that of its key, receives the element.
  mutating func prepared(_ slot: Int, at now: Moment, into effects: inout Effects<Action>) {
    let wasTested = endIdleTest(of: slot)
    slots[slot].isChecked = true
    if wasTested { slots[slot].testedAt = now } else { slots[slot].idleSince = now }
    if let reason = reasonNotToKeep(slot) {
      destroy(slot, because: reason, into: &effects)
    } else {
      noteExpiry(of: slot)
      move(slot, to: .idle)
      if wasTested { restoreIdleOrder(of: slot) }
      lendPrepared(slot, at: now, into: &effects)
    }
    dispatch(at: now, into: &effects)
    if wasTested { startIdleTest(at: now, into: &effects) }
  }

  /// Even if the order of reuse would select another, which would have to be prepared first.
  private mutating func lendPrepared(
    _ slot: Int, at now: Moment, into effects: inout Effects<Action>
  ) {
    let first =
      isKeyed
      ? keys.keyIndex(ofSlot: slot).flatMap { keys.waiting.first(for: $0) } : line.firstUncalled
    guard let place = first, reasonToDiscard(idle: slot, at: now) == nil else { return }
    let preference = line.places[place].preference
    let grant = grant(of: slot, preferring: preference, at: now)
    guard !grant.needsPreparation, !grant.needsValidation else { return }
    lend(slot, preferring: preference)
    resume(place, with: .lent(grant), into: &effects)
  }

  mutating func recalled(_ slot: Int, at now: Moment) {
    slots[slot].idleSince = now
    noteExpiry(of: slot)
    move(slot, to: .idle)
  }

  mutating func releaseToFastPath() -> Int? {
    guard let slot = slots.hottest else { return nil }
    move(slot, to: .out)
    slots[slot].isPrepared = false
    slots[slot].isChecked = false
    return slot
  }

  mutating func noteExpiry(of slot: Int) {
    noteIdleTest(of: slot)
    guard rules.maximumLifetime != nil else { return }
    let expiry = slots[slot].expiresAt
    earliestExpiry = min(earliestExpiry ?? expiry, expiry)
  }
}
