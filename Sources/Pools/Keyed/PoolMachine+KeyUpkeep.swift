extension PoolMachine {
  // MARK: Capacities

  /// Whether the slot's key has more elements than allowed.
  func isTooManyOfItsKey(_ slot: Int) -> Bool {
    guard let shelf = slots[slot].shelf, let capacityPerKey = rules.capacityPerKey else {
      return false
    }
    let counts = slots.byShelf[shelf]
    return counts.existing - counts.destroying > capacityPerKey
  }

  /// Whether the key has as many elements as allowed.
  func isFull(_ shelf: Int) -> Bool {
    slots.byShelf[shelf].existing >= rules.capacityPerKey ?? .max
  }

  /// Whether all elements of a key are on loan.
  func allAreOut(on shelf: Int) -> Bool {
    let counts = slots.byShelf[shelf]
    return counts.building + counts.destroying + slots.byShelf.idle.count(on: shelf) == 0
  }

  /// Changes the maximum number of elements, in total and for each key.
  ///
  /// The surplus is destroyed as it is returned.
  mutating func setCapacity(
    _ capacity: Int, perKey capacityPerKey: Int, at now: Moment,
    into orders: inout OrderList<Order>
  ) {
    rules.capacityPerKey = capacityPerKey
    var current = slots.coldest
    while let slot = current {
      current = slots.idleFromCold.index(after: slot)
      if isTooManyOfItsKey(slot) { end(idle: slot, because: .overCapacity, into: &orders) }
    }
    for shelf in 0..<shelves.count { slots.byShelf.touch(shelf) }
    setCapacity(capacity, at: now, into: &orders)
  }

  // MARK: Invalidation

  /// Invalidates every element created so far for this key: idle ones are destroyed now, the others
  /// when they are returned or created.
  mutating func invalidate(_ shelf: Int, at now: Moment, into orders: inout OrderList<Order>) {
    while let slot = slots.byShelf.idle.first(on: shelf) {
      end(idle: slot, because: .invalidated, into: &orders)
    }
    for slot in 0..<slots.count where slots[slot].shelf == shelf {
      switch slots[slot].phase {
      case .out, .building: slots[slot].epoch = epoch &- 1
      case .vacant, .idle, .preparing, .destroying: break
      }
    }
    dispatch(at: now, into: &orders)
  }

  // MARK: Failed creations

  /// Records that the creation for a key failed: its longest waiter receives the error.
  ///
  /// The next attempt is for the next waiter of that key, after a delay. Other keys are not
  /// affected.
  mutating func buildFailed(
    _ slot: Int, on shelf: Int, with failure: Failure, at now: Moment,
    into orders: inout OrderList<Order>
  ) {
    let isOverdue = slots[slot].isOverdue
    slots.move(slot, to: .vacant)
    // Creations that were already running when another failed are not counted again.
    if shelves.retryAt(of: shelf) == nil {
      let delay = retryDelay(afterFailures: shelves.fail(shelf))
      shelves.pause(shelf, until: now + delay)
    }
    // An overdue creation does not fail a waiter that has a creation of its own.
    let concernsLine =
      !isOverdue || line.byShelf.count(on: shelf) > slots.byShelf.making.count(on: shelf)
    if concernsLine, let seat = line.byShelf.first(on: shelf),
      let waiter = line.settle(seat, with: .failed(failure))
    {
      orders.append(.resume(waiter, .failed(failure)))
    }
    dispatch(at: now, into: &orders)
  }

  /// Records that an element of this key was created.
  mutating func noteSuccess(on shelf: Int) {
    shelves.endPause(of: shelf)
    shelves.forgetFailures(on: shelf)
    slots.byShelf.touch(shelf)
  }

  mutating func endPauses(at now: Moment) {
    while let (shelf, end) = shelves.paused.first, now >= Moment(end) {
      shelves.endPause(of: shelf)
      slots.byShelf.touch(shelf)
    }
  }
}
