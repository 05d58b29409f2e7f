/// Drivers: when one is requested, and when its turn ends.
extension OperationMachine {
  /// Notes that a lane may need a driver.
  mutating func touch(_ manager: Int32, _ lane: LaneIndex) {
    guard !lanes[laneIndex(manager, lane)].isTouched else { return }
    lanes[laneIndex(manager, lane)].isTouched = true
    touched.append((manager, lane))
  }

  /// Whether a lane has work and no driver on its way.
  @inline(__always)
  func needsDriver(_ manager: Int32, _ lane: LaneIndex) -> Bool {
    let index = laneIndex(manager, lane)
    return !lanes[index].isDriverRequested
      && (!lanes[index].ready.isEmpty || lanes[index].aheadCount > 0
        || !lanes[index].checks.isEmpty)
  }

  /// Requests a driver for each lane that has work and no driver on its way.
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
