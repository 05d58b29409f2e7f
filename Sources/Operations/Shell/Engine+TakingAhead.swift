/// Operations that a driver has taken ahead: what the shell adds to `OperationMachine+TakingAhead`.
///
/// A driver runs them one after another and claims each with one atomic operation. The others are
/// recorded later, in one passage of the lock: by the driver, or by the first call of another
/// thread that could tell the difference. ``Engine/modify(recalling:_:)`` recalls them before it
/// asks the machine anything; only submissions and the passages of drivers do not.
extension Engine {
  /// Returns how many operations the driver may claim by itself, with the first; under the lock.
  func takeAhead(
    after first: AnyOperationHandle, _ manager: OperationManager, _ lane: LaneIndex,
    _ driver: Driver
  ) -> Int {
    let room = machine.room(manager: manager.index, lane: lane)
    // The last one is not claimed without the lock: fewer than three are of no use.
    guard room >= 2, machine.mayBeAhead(first.id.slot), mayBeAhead(first), !manager.isWatched,
      manager.configuration.willStart == nil
    else { return 0 }
    driver.append(Unmanaged.passUnretained(first))
    while driver.aheadCount <= room {
      let slot = machine.takeAhead(manager: manager.index, lane: lane) {
        $0.map { mayBeAhead($0.takeUnretainedValue()) } ?? false
      }
      guard let slot, let handle = machine[slot].handle else { break }
      driver.append(handle)
    }
    machine[first.id.slot].traits.insert(.isAhead)
    driver.beginAhead()
    lenders.append(Unmanaged.passUnretained(driver))
    machine.touch(manager.index, lane)
    machine.requestDrivers()
    return driver.aheadCount - 1
  }

  /// Nothing outside the machine refers to the operation; under the lock.
  private func mayBeAhead(_ handle: AnyOperationHandle) -> Bool {
    handle.options.extras == nil && handle.parts == nil && handle.details.isUnattended
  }

  @inline(never)
  func recallAll(_ effects: inout Effects) {
    machine.isRecallDue = false
    while let driver = lenders.last { recall(driver.takeUnretainedValue(), &effects) }
  }

  /// Records which have ended and which one runs, and puts the others back; under the lock.
  func recall(_ driver: Driver, _ effects: inout Effects) {
    let (claimed, count, since) = driver.recall()
    lenders.removeAll { $0.toOpaque() == Unmanaged.passUnretained(driver).toOpaque() }
    let present = driver[claimed - 1]
    let (manager, lane) = (present.manager, machine[present.id.slot].lane)
    for position in 0..<claimed - 1 { settle(driver[position], &effects) }
    machine.beginAhead(present.id.slot)
    if claimed > 1 {
      present.details.driver = driver
      present.details.attempt = 1
      present.details.startedAt = since
    }
    machine.endAhead(count - 1, manager: manager.index, lane: lane)
    for position in (claimed..<count).reversed() { machine.putBack(driver[position].id.slot) }
    machine.touch(manager.index, lane)
    machine.requestDrivers()
  }

  /// It has succeeded and left the machine; under the lock.
  private func settle(_ handle: AnyOperationHandle, _ effects: inout Effects) {
    let slot = handle.id.slot
    machine.settleAhead(slot)
    handle.details.attempt = 1
    endPlainly(handle, slot, &effects)
  }

  /// ``OperationMachine/finishPlain(_:)`` has removed it; under the lock.
  func endPlainly(_ handle: AnyOperationHandle, _ slot: Slot, _ effects: inout Effects) {
    handle.details.driver = nil
    if handle.details.existingExtras == nil, handle.options.extras == nil, handle.parts == nil,
      !handle.manager.isWatched
    {
      // All that the general way does for such an operation.
      handle.details.verdict = .succeeded
      releaseDependencies(of: handle, &effects)
      handle.details.hasSettled = true
      handle.manager.progress.ended(0)
    } else {
      recordEnd(of: handle, .succeeded, error: nil, &effects)
      handle.details.hasSettled = true
      handle.manager.settled(handle)
    }
    guard let reference = machine[slot].handle else { return }
    machine[slot].handle = nil
    effects.release(reference)
  }
}

extension OperationManager {
  /// By a trace, an observer, the stall detection or a consumer of progress; under the lock.
  var isWatched: Bool { needsTimes || !progress.mailboxes.isEmpty }
}
