internal import StageFloor

extension PoolMachine {
  // MARK: Capacities

  /// Whether the slot's key has more elements than allowed.
  func isTooManyOfItsKey(_ slot: Int) -> Bool {
    guard let keyIndex = slots[slot].keyIndex, let capacityPerKey = rules.capacityPerKey else {
      return false
    }
    let counts = slots.byKey[keyIndex]
    return counts.existing - counts.destroying > capacityPerKey
  }

  /// Whether the key has as many elements as allowed.
  func isFull(_ keyIndex: Int) -> Bool {
    slots.byKey[keyIndex].existing >= rules.capacityPerKey ?? .max
  }

  /// Whether all elements of a key are on loan.
  func allAreOut(for keyIndex: Int) -> Bool {
    let counts = slots.byKey[keyIndex]
    return counts.building + counts.destroying + slots.byKey.idle.count(for: keyIndex) == 0
  }

  /// Changes the maximum number of elements, in total and for each key.
  ///
  /// The surplus is destroyed as it is returned.
  mutating func setCapacity(
    _ capacity: Int, perKey capacityPerKey: Int, at now: Moment,
    into effects: inout Effects<Action>
  ) {
    rules.capacityPerKey = capacityPerKey
    var current = slots.coldest
    while let slot = current {
      current = slots.idleFromCold.index(after: slot)
      if isTooManyOfItsKey(slot) { end(idle: slot, because: .overCapacity, into: &effects) }
    }
    for keyIndex in 0..<keySlots.count { slots.byKey.touch(keyIndex) }
    setCapacity(capacity, at: now, into: &effects)
  }

  // MARK: Invalidation

  /// Invalidates every element created so far for this key: idle ones are destroyed now, the others
  /// when they are returned or created.
  mutating func invalidate(_ keyIndex: Int, at now: Moment, into effects: inout Effects<Action>) {
    while let slot = slots.byKey.idle.first(for: keyIndex) {
      end(idle: slot, because: .invalidated, into: &effects)
    }
    for slot in 0..<slots.count where slots[slot].keyIndex == keyIndex {
      switch slots[slot].phase {
      case .out, .building: slots[slot].epoch = epoch &- 1
      case .vacant, .idle, .preparing, .destroying: break
      }
    }
    dispatch(at: now, into: &effects)
  }

  // MARK: Failed creations

  /// Records that the creation for a key failed: its longest waiter receives the error.
  ///
  /// The next attempt is for the next waiter of that key, after a delay. Other keys are not
  /// affected.
  mutating func buildFailed(
    _ slot: Int, for keyIndex: Int, with failure: Failure, at now: Moment,
    into effects: inout Effects<Action>
  ) {
    let isOverdue = slots[slot].isOverdue
    slots.move(slot, to: .vacant)
    // Creations that were already running when another failed are not counted again.
    if keySlots.retryAt(of: keyIndex) == nil {
      let delay = retryDelay(afterFailures: keySlots.fail(keyIndex))
      keySlots.pause(keyIndex, until: now + delay)
    }
    // An overdue creation does not fail a waiter that has a creation of its own.
    let concernsLine =
      !isOverdue || line.byKey.count(for: keyIndex) > slots.byKey.making.count(for: keyIndex)
    if concernsLine, let place = line.byKey.first(for: keyIndex),
      let waiter = line.settle(place, with: .failed(failure))
    {
      effects.append(.resume(waiter, .failed(failure)))
    }
    dispatch(at: now, into: &effects)
  }

  /// Records that an element of this key was created.
  mutating func noteSuccess(for keyIndex: Int) {
    keySlots.endPause(of: keyIndex)
    keySlots.forgetFailures(for: keyIndex)
    slots.byKey.touch(keyIndex)
  }

  mutating func endPauses(at now: Moment) {
    while let (keyIndex, end) = keySlots.paused.first, now >= Moment(end) {
      keySlots.endPause(of: keyIndex)
      slots.byKey.touch(keyIndex)
    }
  }
}
