/// Drivers: when one is requested, what it does next, and when its turn ends.
extension OperationMachine {
  /// Returns the next operation for a driver.
  ///
  /// - Parameters:
  ///   - manager: The manager of the driver.
  ///   - lane: The lane of the driver.
  ///   - isFirst: Whether the driver was requested and asks for the first time.
  /// - Returns: What to do; nil if there is nothing, in which case the driver ends.
  mutating func take(manager: Int32, lane: LaneIndex, isFirst: Bool) -> DriverStep? {
    let m = Int(manager)
    if isFirst { lanes[laneIndex(manager, lane)].isDriverRequested = false }
    guard !managers[m].isSuspended else { return nil }
    let step: DriverStep?
    if let slot = popFirst(isCheck: true, manager: manager, lane: lane) {
      self[slot].phase = .checking
      step = .check(id(of: slot))
    } else if managers[m].hasSlot,
      let slot = popFirst(isCheck: false, manager: manager, lane: lane)
    {
      begin(slot)
      step = .run(id(of: slot))
    } else if work.isEmpty {
      return nil
    } else {
      step = nil
    }
    flush()
    touch(manager, lane)
    requestDrivers()
    return step
  }

  private mutating func begin(_ slot: Slot) {
    self[slot].phase = .executing
    self[slot].holdsSlot = true
    if self[slot].blockedBy == .width {
      self[slot].blocker = managers[Int(self[slot].manager)].lastLeaver
    }
    managers[Int(self[slot].manager)].executing += 1
  }

  private mutating func popFirst(
    isCheck: Bool, manager: Int32, lane: LaneIndex
  ) -> Slot? {
    let lane = laneIndex(manager, lane)
    while budget > 0 {
      // Usually one of the two kinds is absent.
      if isCheck ? lanes[lane].checks.isEmpty : lanes[lane].ready.isEmpty { return nil }
      guard
        let entry = isCheck
          ? lanes[lane].checks.popFirst(&lineEntries) : lanes[lane].ready.popFirst(&lineEntries)
      else { return nil }
      let slot = lineEntries[entry].slot
      lineEntries.remove(entry)
      self[slot].firstEntry = -1
      guard let cause = causeToStop(slot) else { return slot }
      budget -= 1
      stop(slot, cause)
    }
    return nil
  }

  /// Notes that a lane may need a driver.
  mutating func touch(_ manager: Int32, _ lane: LaneIndex) {
    guard !lanes[laneIndex(manager, lane)].isTouched else { return }
    lanes[laneIndex(manager, lane)].isTouched = true
    touched.append((manager, lane))
  }

  /// Requests a driver for each lane that has work and no driver on its way.
  mutating func requestDrivers() {
    while let (manager, lane) = touched.popLast() {
      let m = Int(manager)
      lanes[laneIndex(manager, lane)].isTouched = false
      guard !managers[m].isSuspended, !lanes[laneIndex(manager, lane)].isDriverRequested else {
        continue
      }
      let canRun = managers[m].hasSlot && !lanes[laneIndex(manager, lane)].ready.isEmpty
      guard canRun || !lanes[laneIndex(manager, lane)].checks.isEmpty else { continue }
      lanes[laneIndex(manager, lane)].isDriverRequested = true
      actions.append(.requestDriver(manager: manager, lane: lane, priority: 2))
    }
  }

  /// Ends the turn of a driver and returns whether it should come back after other tasks have run.
  ///
  /// It leaves if another driver was requested or if there is no work. So drivers that have had
  /// their turn and drivers requested in the meantime never accumulate.
  ///
  /// - Returns: Whether it comes back: it then counts as the requested driver, and asks with
  ///   `isFirst`.
  mutating func endTurn(manager: Int32, lane: LaneIndex) -> Bool {
    let index = laneIndex(manager, lane)
    let state = managers[Int(manager)]
    let isNeeded =
      !state.isSuspended && !lanes[index].isDriverRequested
      && (state.hasSlot && !lanes[index].ready.isEmpty || !lanes[index].checks.isEmpty)
    if isNeeded { lanes[index].isDriverRequested = true }
    requestDrivers()
    return isNeeded
  }

  /// Lets a driver leave that has taken nothing, though there may be work.
  mutating func leave(manager: Int32, lane: LaneIndex, isFirst: Bool) {
    if isFirst { lanes[laneIndex(manager, lane)].isDriverRequested = false }
    touch(manager, lane)
    requestDrivers()
  }
}
