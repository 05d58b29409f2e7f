extension OperationMachine {
  /// If `isFirst`, the driver was requested and asks for the first time; on nil, it ends.
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
    if needsDriver(manager, lane) { touch(manager, lane) }
    if !touched.isEmpty { requestDrivers() }
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

  /// Starts an operation in a task of its own, without a concurrency slot.
  mutating func startOutside(_ id: NodeID) -> Bool {
    guard let slot = slot(of: id), mayStart(slot) else { return false }
    self[slot].phase = .executing
    self[slot].traits.insert(.isOutside)
    return true
  }
}
