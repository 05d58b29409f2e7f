internal import StageFloor
internal import Synchronization

extension PoolCore {
  /// Whether a request requires that the machine tracks every idle element.
  enum Attention {
    case full
    /// Full, unless an ordered pool has an idle element on the machine's stack.
    case toLend
    /// Elements on the fast path do not matter.
    case calm
  }

  /// When the machine receives the time, whose reading costs as much as the rest.
  enum ClockUse {
    /// Unless an element is idle and no borrower waits: for a borrower that may have to wait.
    case unlessIdle
    /// Only if the time decides what happens next: for parking and returning.
    case unlessSettled
    /// Always.
    case always
  }

  /// Locks, calls the machine, unlocks, and performs the resulting actions.
  ///
  /// `ask` uses only the machine and the state under the lock; it resumes no waiter and runs no
  /// user code.
  final func decide<Answer>(
    _ attention: Attention = .full, clock: ClockUse = .unlessIdle,
    _ ask: (inout Desk, Int64, inout OrderList<Machine.Order>) -> Answer
  ) -> Answer {
    takeDesk(attention)
    return conclude(clock: clock, ask)
  }

  /// Takes the lock, and makes the pool attentive as far as required.
  final func takeDesk(_ attention: Attention) {
    lock.lock()
    switch attention {
    case .full: becomeAttentive()
    case .toLend: if !(isOrdered && desk.pointee.machine.slots.idleCount > 0) { becomeAttentive() }
    case .calm: break
    }
  }

  /// The rest of ``decide(_:clock:_:)``, with the lock held, which it releases.
  final func conclude<Answer>(
    clock: ClockUse = .unlessIdle,
    _ ask: (inout Desk, Int64, inout OrderList<Machine.Order>) -> Answer
  ) -> Answer {
    var orders = OrderList<Machine.Order>()
    let answer = ask(&desk.pointee, time(clock), &orders)
    leaveDesk(with: orders)
    return answer
  }

  /// Releases the lock, and performs the actions that were recorded while it was held.
  ///
  /// The few callers on every borrower's path call this without ``decide(_:clock:_:)``: a closure
  /// would retain the core, and reference counting costs as much as the decision.
  final func leaveDesk(with orders: OrderList<Machine.Order>) {
    let lock = self.lock
    let slotCount = desk.pointee.machine.slots.count
    if table.count < slotCount { table.grow(to: slotCount) }
    if neverHasLane, table.count > slotCount { return leaveSmallerDesk(with: orders) }
    leaveDesk(of: lock, with: orders)
  }

  /// The same, if there are fewer slots than before.
  @inline(never)
  private func leaveSmallerDesk(with orders: OrderList<Machine.Order>) {
    let lock = self.lock
    let spare = table.shrink(to: desk.pointee.machine.slots.count)
    desk.pointee.shrinkLoans()
    leaveDesk(of: lock, with: orders)
    for memory in spare { memory.deallocate() }
  }

  @inline(__always)
  private func leaveDesk(of lock: LockWord, with orders: OrderList<Machine.Order>) {
    announceIdle()
    if orders.isEmpty, !hasMoments, desk.pointee.machine.service == .open,
      desk.pointee.machine.shelves.vanished.isEmpty
    {
      lock.unlock()
      return
    }
    let moment = nextAlarm()
    let alarm = moment == nil ? nil : self.alarm ?? makeAlarm()
    let farewell = desk.pointee.takeFarewell()
    let retired = retireKeys()
    // A thread that is to be called may leave by itself and release the pool, and a drained pool
    // has no elements left. Their actions do not retain the core, so this does.
    let keeper = orders.isEmpty ? nil : Unmanaged.passRetained(self)
    defer { keeper?.release() }
    lock.unlock()
    // From here on the core may be deallocated, unless there are actions.
    if let moment, let alarm { alarm.set(for: moment) }
    if !orders.isEmpty { carryOut(orders) }
    if let farewell { say(farewell) }
    if let retired { retired.directory?.forget(retired.entries) }
  }

  private var hasMoments: Bool {
    desk.pointee.machine.hasMoments || desk.pointee.longHoldCheckAt != nil
  }

  /// The current time if it matters, otherwise 0.
  final func time(_ clock: ClockUse) -> Int64 { mustKnowTime(clock) ? timekeeper.now : 0 }

  private func mustKnowTime(_ clock: ClockUse) -> Bool {
    switch clock {
    case .unlessIdle: desk.pointee.machine.needsTime
    case .unlessSettled: desk.pointee.machine.needsTimeToServe
    case .always: true
    }
  }

  @inline(never)
  private func carryOut(_ orders: OrderList<Machine.Order>) {
    if case .destroy(let slot, let reason) = orders.only {
      return endElement(Ending(slot: table[slot], reason: reason))
    }
    var endings: [Ending] = []
    orders.eachInTurn { order in
      if case .destroy(let slot, let reason) = order {
        endings.append(Ending(slot: table[slot], reason: reason))
      } else {
        carryOut(order)
      }
    }
    if !endings.isEmpty { endElements(endings) }
  }

  private func carryOut(_ order: Machine.Order) {
    switch order {
    case .resume(let waiter, let outcome): waiter.resume(with: outcome)
    case .call(let waiter): waiter.call()
    case .build(let slot): startBuilding(in: table[slot])
    case .prepare(let grant): startPreparing(table[grant.slot], grant: grant)
    case .destroy: break  // Performed last, all together.
    case .drained: break  // Handled by the farewell, taken under the lock.
    }
  }

  private func say(_ farewell: Desk.Farewell) {
    if !farewell.listeners.isEmpty { HandOver.publish(self) }
    for listener in farewell.listeners { listener.resume(returning: true) }
    // Balances the retain in `poolDropped()`.
    if farewell.endsCore { Unmanaged.passUnretained(self).release() }
  }

  /// Publishes the number of idle elements to spinning threads.
  private func announceIdle() {
    let idle = UInt32(truncatingIfNeeded: desk.pointee.machine.slots.idleCount)
    guard idle != desk.pointee.announcedIdle else { return }
    desk.pointee.announcedIdle = idle
    announcement.pointee.store(idle, ordering: .relaxed)
  }

  /// The time for which to set the alarm, if it must fire earlier than it is set for.
  private func nextAlarm() -> Int64? {
    guard hasMoments else { return nil }
    var next = desk.pointee.machine.nextMoment
    if let check = desk.pointee.longHoldCheckAt { next = min(next ?? check, check) }
    guard let next, next < desk.pointee.alarmAt ?? .max, !desk.pointee.isDropped else { return nil }
    desk.pointee.alarmAt = next
    return next
  }

  private func makeAlarm() -> Alarm {
    let core = self.reference
    let alarm = Alarm(timekeeper: timekeeper, name: traits.name) { core.take()?.alarmRang() }
    self.alarm = alarm
    return alarm
  }

  private func alarmRang() {
    let long = decide { desk, now, orders in
      desk.alarmAt = nil
      let now = now == 0 ? timekeeper.now : now
      desk.machine.timePassed(to: now, into: &orders)
      return desk.longHolds(at: now, threshold: traits.longHoldThreshold)
        .map { slot, age in (mark: table[slot].mark, age: age) }
    }
    for hold in long { report(.heldLong(by: hold.mark.site, for: .nanoseconds(hold.age))) }
  }

  final func report(_ event: @autoclosure () -> PoolEvent) {
    if isObserved { traits.observer?(event()) }
  }

  /// Creates an error with the numbers that explain it.
  final func error(
    _ code: PoolError.Code, waitedSince start: Int64? = nil, sawNoReturn: Bool = false
  ) -> PoolError {
    let now = timekeeper.now
    var error = PoolError(
      code: code, snapshot: snapshot, waited: start.map { .nanoseconds(now - $0) },
      lastCreationError: decide(.calm) { desk, _, _ in desk.lastCreationError })
    error.sawNoReturn = sawNoReturn
    return error
  }

  /// The number of existing elements, in any phase.
  final var existing: Int {
    decide(.calm) { desk, _, _ in desk.machine.existing }
  }

  /// The current counts of the pool.
  final var snapshot: PoolSnapshot {
    var snapshot = decide(.calm) { desk, _, _ in desk.snapshot }
    snapshot.name = traits.name
    // Without a fast path no element is idle there, and slots may be removed during the scan.
    if neverHasLane { return snapshot }
    var inLane = 0
    for index in 0..<table.count where table[index].state == SlotState.idle { inLane += 1 }
    snapshot.idle += inLane
    snapshot.leased = max(0, snapshot.leased - inLane)
    return snapshot
  }
}

extension Desk {
  /// The counts of the machine.
  fileprivate var snapshot: PoolSnapshot {
    var snapshot = tally
    let slots = machine.slots
    snapshot.capacity = machine.rules.capacity == .max ? nil : machine.rules.capacity
    snapshot.idle = slots.idleCount
    snapshot.leased = slots.outCount
    snapshot.building = slots.buildingCount
    snapshot.preparing = slots.preparingCount
    snapshot.ending = slots.destroyingCount
    snapshot.waiting = machine.line.count
    return snapshot
  }

  /// Returns the loans that became too long, each once, with their ages.
  fileprivate mutating func longHolds(at now: Int64, threshold: Int64?) -> [(Int, Int64)] {
    guard let threshold, let check = longHoldCheckAt, now >= check else { return [] }
    longHoldCheckAt = nil
    var found: [(Int, Int64)] = []
    for slot in loans.indices where loans[slot].since != 0 && !loans[slot].isReportedLong {
      let age = now - loans[slot].since
      if age >= threshold {
        loans[slot].isReportedLong = true
        tally.longHolds += 1
        found.append((slot, age))
      } else {
        let due = loans[slot].since + threshold
        longHoldCheckAt = min(longHoldCheckAt ?? due, due)
      }
    }
    return found
  }
}
