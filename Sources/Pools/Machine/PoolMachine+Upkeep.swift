internal import StageFloor

extension PoolMachine {
  /// The surplus, of elements that exist now, is destroyed as it is returned.
  mutating func setCapacity(_ capacity: Int, at now: Moment, into effects: inout Effects<Action>) {
    if capacity < rules.capacity { slots.endExemptions() }
    rules.capacity = capacity
    while isOverCapacity, let slot = slots.coldest, !slots[slot].isExempt {
      destroy(slot, because: .overCapacity, into: &effects)
    }
    dispatch(at: now, into: &effects)
  }

  mutating func warmUp(
    _ ticket: UInt64, to count: Int, at now: Moment, into effects: inout Effects<Action>
  ) {
    warmUps.add(ticket, to: count)
    dispatch(at: now, into: &effects)
  }

  /// Those that reached their count, or all that the capacity allows.
  mutating func takeReachedWarmUps() -> [UInt64] {
    if isKeyed { return keys.warmUps.isEmpty ? [] : takeReachedWarmUpsByKey() }
    let made = existing - slots.buildingCount - slots.destroyingCount
    return warmUps.takeReached(by: made >= rules.capacity ? .max : made)
  }

  enum Shedding {
    case all
    /// Rounded up.
    case fraction(Double)
    case atMost(Int)
    case idle(atLeast: Int64)
  }

  /// The coldest first, leaving the minimum, and those reserved for waiters.
  ///
  /// Returns how many.
  mutating func shed(
    _ shedding: Shedding, at now: Moment, into effects: inout Effects<Action>
  ) -> Int {
    guard rules.builder != .none, !reservesIdle else { return 0 }
    var allowance = max(0, slots.idleCount - rules.minimumIdle)
    switch shedding {
    case .fraction(let share):
      allowance = min(allowance, Int((Double(slots.idleCount) * share).rounded(.up)))
    case .atMost(let count): allowance = min(allowance, count)
    case .all, .idle: break
    }
    var shed = 0
    var next = slots.coldest
    while shed < allowance, let slot = next {
      next = slots.colder(after: slot)
      if case .idle(let age) = shedding, !hasRested(slot, for: age, at: now) { continue }
      destroy(slot, because: .trimmed, into: &effects)
      shed += 1
    }
    return shed
  }

  /// If no clock is read when elements are returned, idle time counts from the first query.
  private mutating func hasRested(_ slot: Int, for age: Int64, at now: Moment) -> Bool {
    if slots[slot].idleSince == 0 { slots[slot].idleSince = now }
    return now - slots[slot].idleSince >= age
  }

  mutating func invalidateAll(at now: Moment, into effects: inout Effects<Action>) {
    epoch &+= 1
    while let slot = slots.coldest { destroy(slot, because: .invalidated, into: &effects) }
    // An element that is being created belongs to an earlier epoch, which is checked when it is
    // completed.
    slots.markAllStale()
    dispatch(at: now, into: &effects)
  }

  /// With `failingWaiters`, waiters fail at once; otherwise they are served first.
  mutating func shutdown(
    failingWaiters: Bool, at now: Moment, into effects: inout Effects<Action>
  ) {
    if service == .open { service = .draining }
    _ = warmUps.takeAll()
    keys.warmUps = [:]
    if failingWaiters {
      failsWaiters = true
      while let place = line.first { resume(place, with: .shutdown, into: &effects) }
    }
    guard service == .draining else { return }
    dispatch(at: now, into: &effects)
  }
}
