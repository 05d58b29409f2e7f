extension PoolMachine {
  /// Gives what is free to those who wait, oldest first, and starts what is missing.
  ///
  /// Every event that may have freed something ends here; there is no second way to be served.
  mutating func dispatch(at now: Moment, into orders: inout OrderList<Order>) {
    if isKeyed {
      serveKeys(at: now, into: &orders)
    } else {
      serveLine(at: now, into: &orders)
      startBuilds(at: now, into: &orders)
    }
    if service == .open { dropSurplus(into: &orders) } else { drainIdle(into: &orders) }
    if isKeyed { closeEmptyShelves() }
  }

  /// Keeps no more idle elements than allowed, dropping the coldest.
  ///
  /// What the pool makes to have in reserve is no surplus: it would only be made again.
  private mutating func dropSurplus(into orders: inout OrderList<Order>) {
    // Those in line of a keyed pool have no use for what is left idle.
    guard line.isEmpty || isKeyed else { return }
    let reserve = rules.builder == .pool ? max(rules.minimumIdle, warmTarget) : 0
    let limit = max(rules.maximumIdle, reserve)
    while slots.idleCount + idleElsewhere > limit, let slot = slots.coldest {
      slots.move(slot, to: .destroying)
      orders.appendLast(.destroy(slot, .surplus))
    }
  }

  /// Serves those in line, oldest first: as many are served or called as elements are idle.
  private mutating func serveLine(at now: Moment, into orders: inout OrderList<Order>) {
    guard slots.idleCount > 0 else { return }
    // How many of the idle elements are for borrowers that come to take them by themselves.
    var spokenFor = 0
    var current = line.first
    while let seat = current, slots.idleCount > spokenFor {
      current = line.waiting.index(after: seat)
      if line.seats[seat].isCalled {
        spokenFor += 1
        continue
      }
      if line.seats[seat].kind == .thread, threadsMayOvertake(line.first ?? seat, at: now) {
        // The element stays free for whichever thread runs; this one is woken to come and look.
        // Handing over would cost a switch of threads for each use. A thread that has joined and
        // not parked yet looks when it parks.
        if let waiter = line.call(seat) { orders.append(.call(waiter)) }
        spokenFor += 1
        continue
      }
      let preference = line.seats[seat].preference
      if let grant = takeIdle(preferring: preference, at: now, into: &orders) {
        if let waiter = line.settle(seat, with: .lent(grant)) {
          orders.append(.resume(waiter, .lent(grant)))
        }
        continue
      }
      guard rules.preparer == .pool, let slot = choose(preferring: preference),
        slots.preparingCount - slots.overduePreparingCount < line.count
      else { return }
      startPreparing(grant(of: slot, preferring: preference, at: now), into: &orders)
      // The same borrower is looked at again: another element may need no preparation.
      current = seat
    }
  }

  private mutating func startPreparing(_ grant: Grant, into orders: inout OrderList<Order>) {
    slots.move(grant.slot, to: .preparing)
    if grant.needsPreparation {
      // From here on it shows nothing; an element that is only validated stays as it was.
      slots.show(nil, in: grant.slot)
      slots[grant.slot].isPrepared = true
    }
    orders.append(.prepare(grant))
  }

  /// Moves as many slots to `building` as waiters and the minimum ask for.
  private mutating func startBuilds(at now: Moment, into orders: inout OrderList<Order>) {
    guard rules.builder == .pool, service != .closed else { return }
    if let retryAt, now >= retryAt { self.retryAt = nil }
    while mustBuild {
      orders.append(.build(startBuilding()))
    }
  }

  private var mustBuild: Bool {
    guard hasRoom, slots.buildingCount < rules.concurrentBuilds else { return false }
    let onTheWay = slots.onTheWayCount
    let owedToLine = line.count > onTheWay + slots.idleCount
    let ready = slots.idleCount + onTheWay
    let owedToReserve =
      service == .open && line.isEmpty
      && (ready < rules.minimumIdle || ready + slots.outCount < warmTarget)
    return retryAt == nil && (owedToLine || owedToReserve)
  }

  /// A pool that is shut down keeps nothing that nobody waits for.
  private mutating func drainIdle(into orders: inout OrderList<Order>) {
    guard line.isEmpty else { return }
    while let slot = slots.coldest {
      slots.move(slot, to: .destroying)
      orders.appendLast(.destroy(slot, .shutDown))
    }
    if existing == 0, service == .draining {
      service = .closed
      orders.append(.drained)
    }
  }
}
