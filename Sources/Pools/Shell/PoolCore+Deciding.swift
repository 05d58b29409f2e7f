internal import StageFloor
internal import Synchronization

extension PoolCore {
  enum Attention {
    case full
    /// Full, unless an ordered pool has an idle element on the machine's stack.
    case toLend
    /// Elements on the fast path do not matter.
    case calm
  }

  /// A clock read costs as much as the rest.
  enum ClockUse {
    /// Unless an element is idle and no borrower waits: for a borrower that may have to wait.
    case unlessIdle
    /// Only if the time decides what happens next: for parking and returning.
    case unlessSettled
    case always
  }

  /// `ask` runs under the lock: it resumes no waiter and runs no user code.
  final func decide<Answer>(
    _ attention: Attention = .full, clock: ClockUse = .unlessIdle,
    _ ask: (inout PoolState, Int64, inout Effects<Machine.Action>) -> Answer
  ) -> Answer {
    lockState(attention)
    return conclude(clock: clock, ask)
  }

  final func lockState(_ attention: Attention) {
    lock.lock()
    switch attention {
    case .full: closeFastPath()
    case .toLend: if !(isOrdered && state.pointee.machine.slots.idleCount > 0) { closeFastPath() }
    case .calm: break
    }
  }

  /// With the lock held, which it releases.
  final func conclude<Answer>(
    clock: ClockUse = .unlessIdle,
    _ ask: (inout PoolState, Int64, inout Effects<Machine.Action>) -> Answer
  ) -> Answer {
    var effects = Effects<Machine.Action>()
    let answer = ask(&state.pointee, time(clock), &effects)
    unlock(performing: effects)
    return answer
  }

  /// On every borrower's path, where a closure for ``decide(_:clock:_:)`` would retain the core:
  /// reference counting costs as much as the decision.
  final func unlock(performing effects: consuming Effects<Machine.Action>) {
    let lock = self.lock
    let slotCount = state.pointee.machine.slots.count
    if table.count < slotCount { table.grow(to: slotCount) }
    if neverHasFastPath, table.count > slotCount { return unlockAndShrink(performing: effects) }
    unlock(lock, performing: effects)
  }

  @inline(never)
  private func unlockAndShrink(performing effects: consuming Effects<Machine.Action>) {
    let lock = self.lock
    let spare = table.shrink(to: state.pointee.machine.slots.count)
    state.pointee.shrinkLoans()
    unlock(lock, performing: effects)
    for memory in spare { memory.deallocate() }
  }

  @inline(__always)
  private func unlock(_ lock: LockWord, performing effects: consuming Effects<Machine.Action>) {
    announceIdle()
    if effects.isEmpty, !hasMoments, state.pointee.machine.service == .open,
      state.pointee.machine.keys.keySlots.vanished.isEmpty
    {
      lock.unlock()
      return
    }
    let moment = nextAlarm()
    let alarm = moment == nil ? nil : self.alarm ?? makeAlarm()
    let notification = state.pointee.takeDrainNotification()
    let retired = state.pointee.machine.keys.keySlots.vanished.isEmpty ? nil : retireKeys()
    // A thread that is to be called may leave by itself and release the pool, and a drained pool
    // has no elements left. Their actions do not retain the core, so this does.
    let keeper = effects.isEmpty ? nil : Unmanaged.passRetained(self)
    defer { keeper?.release() }
    lock.unlock()
    // From here on the core may be deallocated, unless there are actions.
    if let moment, let alarm { alarm.set(for: moment) }
    if !effects.isEmpty { perform(effects) }
    if let notification { notify(notification) }
    if let retired { retired.directory?.forget(retired.entries) }
  }

  private var hasMoments: Bool {
    state.pointee.machine.hasMoments || state.pointee.longHoldCheckAt != nil
  }

  final func time(_ clock: ClockUse) -> Int64 { mustKnowTime(clock) ? timekeeper.now : 0 }

  private func mustKnowTime(_ clock: ClockUse) -> Bool {
    switch clock {
    case .unlessIdle: state.pointee.machine.needsTime
    case .unlessSettled: state.pointee.machine.needsTimeToServe
    case .always: true
    }
  }

  @inline(never)
  private func perform(_ effects: consuming Effects<Machine.Action>) {
    if case .destroy(let slot, let reason) = effects.only {
      return endElement(Ending(slot: table[slot], reason: reason))
    }
    var endings: [Ending] = []
    effects.performEach { action in
      if case .destroy(let slot, let reason) = action {
        endings.append(Ending(slot: table[slot], reason: reason))
      } else {
        perform(action)
      }
    }
    if !endings.isEmpty { endElements(endings) }
  }

  private func perform(_ action: Machine.Action) {
    switch action {
    case .resume(let waiter, let outcome): waiter.resume(with: outcome)
    case .call(let waiter): waiter.call()
    case .build(let slot): startBuilding(in: table[slot])
    case .prepare(let grant): startPreparing(table[grant.slot], grant: grant)
    case .destroy: break  // Performed last, all together.
    case .drained: break  // Handled by the notification, taken under the lock.
    }
  }

  private func notify(_ notification: PoolState.DrainNotification) {
    if !notification.listeners.isEmpty { HandOver.publish(self) }
    for listener in notification.listeners { listener.resume(returning: true) }
    // Balances the retain in `poolDropped()`.
    if notification.endsCore {
      reference.clear()
      Unmanaged.passUnretained(self).release()
    }
  }

  @inline(__always)
  final func announceIdle() {
    let idle = UInt32(truncatingIfNeeded: state.pointee.machine.slots.idleCount)
    guard idle != state.pointee.announcedIdle else { return }
    state.pointee.announcedIdle = idle
    announcement.pointee.store(idle, ordering: .relaxed)
  }

  /// If it must fire earlier than it is set for.
  private func nextAlarm() -> Int64? {
    guard hasMoments else { return nil }
    var next = state.pointee.machine.nextMoment
    if let check = state.pointee.longHoldCheckAt { next = min(next ?? check, check) }
    guard let next, next < state.pointee.alarmAt ?? .max, !state.pointee.isDropped else {
      return nil
    }
    state.pointee.alarmAt = next
    return next
  }

  private func makeAlarm() -> Alarm {
    let core = self.reference
    let alarm = Alarm(timekeeper: timekeeper, name: traits.name) { core.take()?.alarmRang() }
    self.alarm = alarm
    return alarm
  }

  private func alarmRang() {
    let (long, listeners) = decide { state, now, effects in
      state.alarmAt = nil
      let now = now == 0 ? timekeeper.now : now
      state.machine.timePassed(to: now, into: &effects)
      let long = state.longHolds(at: now, threshold: traits.longHoldThreshold)
        .map { slot, age in (mark: table[slot].mark, age: age) }
      // A delay has ended, and there may be no room for a creation any more.
      return (long, state.endReachedWarmUps())
    }
    for listener in listeners { listener.resume(returning: .success(())) }
    for hold in long { report(.heldLong(by: hold.mark.site, for: .nanoseconds(hold.age))) }
  }
}
