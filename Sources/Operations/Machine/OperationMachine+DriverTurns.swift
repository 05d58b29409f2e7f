extension OperationMachine {
  mutating func touch(_ manager: Int32, _ lane: LaneIndex) {
    guard !lanes[laneIndex(manager, lane)].isTouched else { return }
    lanes[laneIndex(manager, lane)].isTouched = true
    touched.append((manager, lane))
  }

  @inline(__always)
  func needsDriver(_ manager: Int32, _ lane: LaneIndex) -> Bool {
    let index = laneIndex(manager, lane)
    return !lanes[index].isDriverRequested
      && (!lanes[index].ready.isEmpty || lanes[index].aheadCount > 0
        || !lanes[index].checks.isEmpty)
  }

  mutating func requestDrivers() {
    while let (manager, lane) = touched.popLast() {
      let m = Int(manager)
      lanes[laneIndex(manager, lane)].isTouched = false
      guard !managers[m].isSuspended, !lanes[laneIndex(manager, lane)].isDriverRequested else {
        continue
      }
      let index = laneIndex(manager, lane)
      let canRun =
        managers[m].hasSlot && (!lanes[index].ready.isEmpty || lanes[index].aheadCount > 0)
      guard canRun || !lanes[index].checks.isEmpty else { continue }
      lanes[index].isDriverRequested = true
      actions.append(.requestDriver(manager: manager, lane: lane, priority: 2))
    }
  }

  /// Returns whether the driver comes back, as the requested one, after other tasks have run.
  ///
  /// It leaves if another driver was requested or if there is no work. So drivers that have had
  /// their turn and drivers requested in the meantime never accumulate.
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
