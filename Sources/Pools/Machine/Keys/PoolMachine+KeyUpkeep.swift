internal import StageFloor

extension PoolMachine {
  // MARK: Capacities

  func isTooManyOfItsKey(_ slot: Int) -> Bool {
    keys.keyIndex(ofSlot: slot).map { hasTooMany(of: $0) } ?? false
  }

  /// Inlined, because the machine would be copied for the call.
  @inline(__always)
  func hasTooMany(of keyIndex: Int) -> Bool {
    let counts = keys[keyIndex]
    return counts.existing - counts.destroying > rules.capacityPerKey ?? .max
  }

  func isFull(_ keyIndex: Int) -> Bool {
    keys[keyIndex].existing >= rules.capacityPerKey ?? .max
  }

  func allAreOut(for keyIndex: Int) -> Bool {
    let counts = keys[keyIndex]
    return counts.building + counts.preparing + counts.destroying
      + keys.idle.count(for: keyIndex) == 0
  }

  /// The surplus is destroyed as it is returned.
  mutating func setCapacity(
    _ capacity: Int, perKey capacityPerKey: Int, at now: Moment,
    into effects: inout Effects<Action>
  ) {
    rules.capacityPerKey = capacityPerKey
    var current = slots.coldest
    while let slot = current {
      current = slots.colder(after: slot)
      if isTooManyOfItsKey(slot) { destroy(slot, because: .overCapacity, into: &effects) }
    }
    // A key without waiters and warm-ups has no rank that the capacities determine.
    for keyIndex in keys.warmUps.keys { keys.touch(keyIndex) }
    var waiter = line.first
    while let place = waiter {
      waiter = line.waiting.index(after: place)
      if let keyIndex = keys.keyIndex(ofPlace: place) { keys.touch(keyIndex) }
    }
    setCapacity(capacity, at: now, into: &effects)
  }

  // MARK: Invalidation

  /// Idle elements are destroyed now, the others when they are returned or created.
  mutating func invalidate(_ keyIndex: Int, at now: Moment, into effects: inout Effects<Action>) {
    while let slot = keys.idle.first(for: keyIndex) {
      destroy(slot, because: .invalidated, into: &effects)
    }
    var concerned: [Int] = []
    let consider = { (slot: Int) in
      if keys.keyIndex(ofSlot: slot) == keyIndex { concerned.append(slot) }
    }
    slots.forEachOut(consider)
    slots.forEachUnfinished(consider)
    for slot in concerned { slots[slot].epoch = epoch &- 1 }
    dispatch(at: now, into: &effects)
  }

  // MARK: Warming up

  mutating func warmUp(
    _ ticket: UInt64, to count: Int, for keyIndex: Int, at now: Moment,
    into effects: inout Effects<Action>
  ) {
    keys.warmUps[keyIndex, default: WarmUps()].add(ticket, to: count)
    keys.touch(keyIndex)
    dispatch(at: now, into: &effects)
  }

  mutating func cancelWarmUp(
    _ ticket: UInt64, at now: Moment, into effects: inout Effects<Action>
  ) {
    warmUps.remove(ticket)
    for keyIndex in keys.warmUps.keys { endWarmUps(of: keyIndex) { $0.remove(ticket) } }
    if isKeyed { dispatch(at: now, into: &effects) }
  }

  func warmTarget(of keyIndex: Int) -> Int {
    keys.warmUps.isEmpty
      ? 0 : min(keys.warmUps[keyIndex]?.target ?? 0, rules.capacityPerKey ?? .max)
  }

  /// Those that reached their count, or all that the capacities allow.
  mutating func takeReachedWarmUpsByKey() -> [UInt64] {
    var reached: [UInt64] = []
    for keyIndex in keys.warmUps.keys {
      let counts = keys[keyIndex]
      let made = counts.existing - counts.building - counts.destroying
      let isAll =
        made >= rules.capacityPerKey ?? .max
        || counts.building == 0 && (roomToCome <= 0 || !mayWarmUp)
      reached += endWarmUps(of: keyIndex) { $0.takeReached(by: isAll ? .max : made) } ?? []
    }
    keys.closeEmptyKeySlots()
    return reached
  }

  @discardableResult
  private mutating func endWarmUps<Ended>(
    of keyIndex: Int, _ end: (inout WarmUps) -> Ended
  ) -> Ended? {
    guard var warmUps = keys.warmUps[keyIndex] else { return nil }
    let ended = end(&warmUps)
    keys.warmUps[keyIndex] = warmUps.target == 0 ? nil : warmUps
    keys.touch(keyIndex)
    if keys.warmUps[keyIndex] == nil, keys.waiting.count(for: keyIndex) == 0,
      keys[keyIndex].existing == 0
    {
      keys.keySlots.suggestClosing(keyIndex)
    }
    return ended
  }

  mutating func takeWarmUps(ofKeyOf slot: Int) -> [UInt64] {
    guard !keys.warmUps.isEmpty, let keyIndex = keys.keyIndex(ofSlot: slot) else { return [] }
    return endWarmUps(of: keyIndex) { $0.takeAll() } ?? []
  }

  // MARK: Creations

  /// The longest waiter of the key receives the error; the next attempt is for its next waiter,
  /// after a delay.
  ///
  /// Other keys are not affected.
  mutating func buildFailedByKey(
    _ slot: Int, with failure: Failure, at now: Moment, into effects: inout Effects<Action>
  ) {
    guard let keyIndex = keys.keyIndex(ofSlot: slot) else {
      preconditionFailure("In a keyed pool a slot that is being built has a key.")
    }
    let isOverdue = slots[slot].isOverdue
    move(slot, to: .vacant)
    // Creations that were already running when another failed are not counted again.
    if keys.keySlots.retryAt(of: keyIndex) == nil {
      let delay = retryDelay(afterFailures: keys.keySlots.fail(keyIndex))
      keys.keySlots.pause(keyIndex, until: now + delay)
    }
    // An overdue creation does not fail a waiter that has a creation of its own.
    let concernsKey =
      !isOverdue || keys.waiting.count(for: keyIndex) > keys.making.count(for: keyIndex)
    if concernsKey, let place = keys.waiting.first(for: keyIndex) {
      resume(place, with: .failed(failure), into: &effects)
    }
    while failsFast(keyIndex, at: now), let place = keys.waiting.first(for: keyIndex) {
      resume(place, with: .failed(failure), into: &effects)
    }
    dispatch(at: now, into: &effects)
  }

  /// As ``failsFast(at:)``, for one key.
  func failsFast(_ keyIndex: Int, at now: Moment) -> Bool {
    guard rules.failsFast, let retryAt = keys.keySlots.retryAt(of: keyIndex), now < retryAt else {
      return false
    }
    let counts = keys[keyIndex]
    return counts.existing == counts.destroying
  }

  mutating func noteSuccessByKey(in slot: Int) {
    guard let keyIndex = keys.keyIndex(ofSlot: slot) else { return }
    keys.keySlots.endPause(of: keyIndex)
    keys.keySlots.forgetFailures(for: keyIndex)
    keys.touch(keyIndex)
  }

  mutating func endPauses(at now: Moment) {
    while let (keyIndex, end) = keys.keySlots.paused.first, now >= Moment(end) {
      // Where the pool fails fast, no waiter remains after a failure, and the next attempt comes with
      // a later borrower: the delay goes on growing if it comes soon.
      if rules.failsFast, keys.keySlots.retryAt(of: keyIndex) != nil {
        keys.keySlots.remember(keyIndex, until: Moment(end) + rules.longestRetryDelay)
      } else {
        keys.keySlots.endPause(of: keyIndex)
      }
      keys.touch(keyIndex)
    }
  }

  /// Waiters of the key stop relying on a creation or preparation, because the wait in `place` timed
  /// out.
  mutating func markOverdueByKey(afterTimeoutIn place: Int) {
    guard let keyIndex = keys.keyIndex(ofPlace: place) else { return }
    // The waiter is still in line: each of the others may have one of its own.
    let isSpare = keys.making.count(for: keyIndex) >= keys.waiting.count(for: keyIndex)
    guard keys.waiting.first(for: keyIndex) == place || isSpare,
      let slot = keys.making.first(for: keyIndex)
    else { return }
    keys.markOverdue(slot, slots[slot].phase, for: keyIndex)
    slots.markOverdue(slot)
  }
}
