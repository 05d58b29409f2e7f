internal import StageFloor

extension LocalPool {
  /// Makes elements ahead of need, until `count` exist, idle and lent together.
  ///
  /// Stops early when `maximumIdle` are idle. What it made is not prepared for its first borrower.
  /// Calling it again with the same or a smaller count does nothing.
  public func warmUp(to count: Int) {
    require(count >= 0, "A pool is warmed up to zero or more elements, not \(count).")
    for _ in 0..<count {
      // Counted anew each time, since `make` may use the pool.
      let ready = machine.slots.idleCount + machine.slots.buildingCount
      guard ready < machine.rules.maximumIdle, ready + machine.slots.outCount < count else {
        return
      }
      let slot = machine.startBuilding()
      _ = build(slot)
      let now = timekeeper.now
      settle { machine, orders in machine.built(slot, at: now, into: &orders) }
    }
  }

  /// Ends idle elements, those that have rested longest first, but keeps `minimumIdle`.
  ///
  /// Elements that are too old to be lent again end as well. What is lent is not touched.
  ///
  /// - Returns: how many ended.
  @discardableResult
  public func trim(_ how: Trim) -> Int {
    let shedding = how.localShedding
    let now = timekeeper.now
    return settle { machine, orders in
      Self.dropAged(in: &machine, at: now, into: &orders)
      _ = machine.shed(shedding, at: now, into: &orders)
    }
  }

  /// Lends nothing again that was made so far.
  ///
  /// For a change that all elements show, such as another language. What is idle ends now, also the
  /// last `minimumIdle`; what is lent ends when it comes back.
  public func invalidateAll() {
    let now = timeIfItMatters
    settle { machine, orders in machine.invalidateAll(at: now, into: &orders) }
  }

  /// The pool's numbers at this moment.
  ///
  /// Without a limit to its elements, its capacity is nil; and nobody waits for a local pool.
  public var snapshot: PoolSnapshot {
    var snapshot = tally
    snapshot.idle = machine.slots.idleCount
    snapshot.leased = machine.slots.outCount
    snapshot.building = machine.slots.buildingCount
    snapshot.ending = machine.slots.destroyingCount
    return snapshot
  }
}
