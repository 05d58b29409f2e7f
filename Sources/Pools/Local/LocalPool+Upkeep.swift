internal import StageFloor

extension LocalPool {
  /// Creates elements in advance, until `count` exist, idle and on loan together.
  ///
  /// It stops early when `maximumIdle` elements are idle. The new elements are not prepared for
  /// their first borrower. A repeated call with the same or a smaller count does nothing.
  ///
  /// - Parameter count: The number of elements that should exist.
  public func warmUp(to count: Int) {
    require(count >= 0, "warmUp(to:) takes a count of 0 or more, not \(count).")
    for _ in 0..<count {
      // Counted again each time, since `make` may use the pool.
      let ready = machine.slots.idleCount + machine.slots.buildingCount
      guard ready < machine.rules.maximumIdle, ready + machine.slots.outCount < count else {
        return
      }
      let slot = machine.startBuilding()
      _ = build(slot)
      let now = timekeeper.now
      settle { machine, effects in machine.built(slot, at: now, into: &effects) }
    }
  }

  /// Destroys idle elements, the longest idle first, leaving `minimumIdle`.
  ///
  /// Expired elements are destroyed as well. Elements on loan are not affected.
  ///
  /// - Parameter how: The elements to destroy.
  /// - Returns: The number of elements destroyed.
  @discardableResult
  public func trim(_ how: PoolTrim) -> Int {
    let shedding = Machine.Shedding(how)
    let now = timekeeper.now
    return settle { machine, effects in
      Self.dropAged(in: &machine, at: now, into: &effects)
      _ = machine.shed(shedding, at: now, into: &effects)
    }
  }

  /// Destroys every element created so far: idle ones now, the others as they are returned.
  ///
  /// For a change that affects all elements, such as a new language. The last `minimumIdle` are
  /// destroyed too.
  public func invalidateAll() {
    let now = timeIfItMatters
    settle { machine, effects in machine.invalidateAll(at: now, into: &effects) }
  }

  /// The current counts of the pool.
  ///
  /// The capacity is nil, because the number of elements is unlimited; `waiting` is always zero.
  public var snapshot: PoolSnapshot {
    var snapshot = tally
    snapshot.idle = machine.slots.idleCount
    snapshot.onLoan = machine.slots.outCount
    snapshot.creating = machine.slots.buildingCount
    snapshot.destroying = machine.slots.destroyingCount
    return snapshot
  }
}

extension LocalPool {
  /// Zero if elements do not expire: then the clock is not read.
  var timeIfItMatters: Int64 { machine.rules.watchesTime ? timekeeper.now : 0 }

  func dropAged(at now: Int64, into effects: inout Effects<Machine.Action>) {
    Self.dropAged(in: &machine, at: now, into: &effects)
  }

  static func dropAged(
    in machine: inout Machine, at now: Int64, into effects: inout Effects<Machine.Action>
  ) {
    guard machine.rules.watchesTime, let due = machine.nextMoment, now >= due else { return }
    machine.timePassed(to: now, into: &effects)
  }
}
