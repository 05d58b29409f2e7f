internal import StageFloor

extension PoolMachine {
  /// Changes the maximum number of elements.
  ///
  /// The surplus is destroyed as it is returned; it consists of elements that exist now, not of
  /// those added later.
  mutating func setCapacity(_ capacity: Int, at now: Moment, into effects: inout Effects<Action>) {
    if capacity < rules.capacity { slots.endExemptions() }
    rules.capacity = capacity
    while isOverCapacity, let slot = slots.coldest, !slots[slot].isExempt {
      destroy(slot, because: .overCapacity, into: &effects)
    }
    dispatch(at: now, into: &effects)
  }

  /// Creates elements until `count` exist, starting now.
  mutating func warmUp(
    _ ticket: UInt64, to count: Int, at now: Moment, into effects: inout Effects<Action>
  ) {
    warmUps.add(ticket, to: count)
    dispatch(at: now, into: &effects)
  }

  /// Removes and returns the warm-ups that reached their count, or all that the capacity allows.
  mutating func takeReachedWarmUps() -> [UInt64] {
    let made = existing - slots.buildingCount - slots.destroyingCount
    return warmUps.takeReached(by: made >= rules.capacity ? .max : made)
  }

  /// The idle elements to destroy.
  enum Shedding {
    case all
    /// This share of them, rounded up.
    case fraction(Double)
    /// At most this many.
    case atMost(Int)
    /// Those that have been idle for at least this long.
    case idle(atLeast: Int64)
  }

  /// Destroys idle elements, the coldest first, leaving the minimum.
  ///
  /// While borrowers wait, idle elements are reserved for them and kept.
  ///
  /// - Returns: The number of elements destroyed.
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

  /// Whether the element in `slot` has been idle for this long.
  ///
  /// If no clock is read when elements are returned, idle time counts from the first query.
  private mutating func hasRested(_ slot: Int, for age: Int64, at now: Moment) -> Bool {
    if slots[slot].idleSince == 0 { slots[slot].idleSince = now }
    return now - slots[slot].idleSince >= age
  }

  /// Invalidates every element created so far: idle ones are destroyed now, the others on return.
  mutating func invalidateAll(at now: Moment, into effects: inout Effects<Action>) {
    epoch &+= 1
    while let slot = slots.coldest { destroy(slot, because: .invalidated, into: &effects) }
    // An element that is being created belongs to an earlier epoch, which is checked when it is
    // completed.
    slots.markAllStale()
    dispatch(at: now, into: &effects)
  }

  /// Closes the pool to new borrowers.
  ///
  /// With `failingWaiters`, waiters fail at once; otherwise they are served first.
  mutating func shutdown(
    failingWaiters: Bool, at now: Moment, into effects: inout Effects<Action>
  ) {
    if service == .open { service = .draining }
    _ = warmUps.takeAll()
    if failingWaiters {
      failsWaiters = true
      while let place = line.first { resume(place, with: .shutdown, into: &effects) }
    }
    guard service == .draining else { return }
    dispatch(at: now, into: &effects)
  }
}
