extension PoolMachine {
  // MARK: Capacities

  /// Whether more elements exist of the key than may.
  func isTooManyOfItsKey(_ slot: Int) -> Bool {
    guard let shelf = slots[slot].shelf, let capacityPerKey = rules.capacityPerKey else {
      return false
    }
    let counts = slots.byShelf[shelf]
    return counts.existing - counts.destroying > capacityPerKey
  }

  /// Whether the key has as many elements as it may.
  func isFull(_ shelf: Int) -> Bool {
    slots.byShelf[shelf].existing >= rules.capacityPerKey ?? .max
  }

  /// Whether all elements of a key are lent.
  func allAreOut(on shelf: Int) -> Bool {
    let counts = slots.byShelf[shelf]
    return counts.building + counts.destroying + slots.byShelf.idle.count(on: shelf) == 0
  }

  /// Changes how many elements may exist, in all and of each key.
  ///
  /// What is too many leaves as it comes back.
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

  /// Of this key, everything made so far is lent no more: what is idle ends now, the rest when it
  /// returns or is made.
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

  /// No element could be made for a key: its oldest waiter hears why.
  ///
  /// The next attempt is for the next one of that key, after a pause. Other keys go on meanwhile.
  mutating func buildFailed(
    _ slot: Int, on shelf: Int, with failure: Failure, at now: Moment,
    into orders: inout OrderList<Order>
  ) {
    let isOverdue = slots[slot].isOverdue
    slots.move(slot, to: .vacant)
    // Creations that were under way when another failed tell nothing new.
    if shelves.retryAt(of: shelf) == nil {
      let delay = retryDelay(afterFailures: shelves.fail(shelf))
      shelves.pause(shelf, until: now + delay)
    }
    // Waiters that have a creation of their own do not pay for an overdue one.
    let concernsLine =
      !isOverdue || line.byShelf.count(on: shelf) > slots.byShelf.making.count(on: shelf)
    if concernsLine, let seat = line.byShelf.first(on: shelf),
      let waiter = line.settle(seat, with: .failed(failure))
    {
      orders.append(.resume(waiter, .failed(failure)))
    }
    dispatch(at: now, into: &orders)
  }

  /// An element of this key could be made.
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
