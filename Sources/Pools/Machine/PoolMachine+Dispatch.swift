extension PoolMachine {
  /// Gives what is free to those who wait, oldest first, and starts what is missing.
  ///
  /// Every event that may have freed something ends here; there is no second way to be served.
  mutating func dispatch(at now: Moment, into orders: inout OrderList<Order>) {
    serveLine(at: now, into: &orders)
    startBuilds(at: now, into: &orders)
    if service != .open { drainIdle(into: &orders) }
  }

  private mutating func serveLine(at now: Moment, into orders: inout OrderList<Order>) {
    while let seat = line.firstUncalled {
      // An idle element is spoken for by the thread that was called for it.
      let spokenFor = line.calledSeat == nil ? 0 : 1
      guard slots.idleCount > spokenFor else { return }

      if line.seats[seat].kind == .thread, threadsMayOvertake(line.first ?? seat, at: now) {
        // The element stays free for whoever runs; one thread is woken to come and look. Waking
        // more of them, or handing over, would cost a switch of threads for each use.
        if let waiter = line.call(seat) { orders.append(.call(waiter)) }
        return
      }
      let preference = line.seats[seat].preference
      if let grant = takeIdle(preferring: preference, at: now, into: &orders) {
        if let waiter = line.settle(seat, with: .lent(grant)) {
          orders.append(.resume(waiter, .lent(grant)))
        }
        continue
      }
      guard rules.preparer == .pool, let slot = choose(preferring: preference),
        slots.preparingCount + slots.buildingCount < line.count
      else { return }
      orders.append(.prepare(grant(of: slot, preferring: preference, at: now)))
      slots.move(slot, to: .preparing)
    }
  }

  /// Moves as many slots to `building` as waiters and the minimum ask for.
  private mutating func startBuilds(at now: Moment, into orders: inout OrderList<Order>) {
    guard rules.builder == .pool, service != .closed else { return }
    while mustBuild(at: now) {
      orders.append(.build(startBuilding()))
    }
  }

  private func mustBuild(at now: Moment) -> Bool {
    guard hasRoom, slots.buildingCount < rules.concurrentBuilds else { return false }
    let onTheWay = slots.buildingCount + slots.preparingCount
    let owedToLine = line.count > onTheWay + slots.idleCount
    let ready = slots.idleCount + onTheWay
    let owedToReserve =
      service == .open && line.isEmpty
      && (ready < rules.minimumIdle || ready + slots.outCount < warmTarget)
    guard owedToLine || owedToReserve else { return false }
    guard let retryAt else { return true }
    return now >= retryAt
  }

  /// A pool that is shut down keeps nothing that nobody waits for.
  private mutating func drainIdle(into orders: inout OrderList<Order>) {
    guard line.isEmpty else { return }
    while let slot = slots.coldest {
      slots.move(slot, to: .destroying)
      orders.append(.destroy(slot, .shutDown))
    }
    if existing == 0, service == .draining {
      service = .closed
      orders.append(.drained)
    }
  }
}
