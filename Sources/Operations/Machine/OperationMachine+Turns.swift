/// The ends of drivers' turns.
extension OperationMachine {
  /// Ends the turn of a driver and returns whether it should come back after other tasks have run.
  ///
  /// It leaves if another driver was requested or if there is no work. So drivers that have had
  /// their turn and drivers requested in the meantime never accumulate.
  ///
  /// - Returns: Whether it comes back: it then counts as the requested driver, and asks with
  ///   `isFirst`.
  mutating func endTurn(manager: Int32, lane: LaneIndex) -> Bool {
    let place = place(manager, lane)
    let state = managers[Int(manager)]
    let isNeeded =
      !state.isSuspended && !lanes[place].hasDriverInWings
      && (state.hasSlot && !lanes[place].ready.isEmpty || !lanes[place].checks.isEmpty)
    if isNeeded { lanes[place].hasDriverInWings = true }
    callDrivers()
    return isNeeded
  }

  /// Lets a driver leave that has taken nothing, though there may be work.
  mutating func leave(manager: Int32, lane: LaneIndex, isFirst: Bool) {
    if isFirst { lanes[place(manager, lane)].hasDriverInWings = false }
    touch(manager, lane)
    callDrivers()
  }
}
