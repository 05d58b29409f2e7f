/// Drivers that have run for as long as they may.
extension OperationMachine {
  /// A driver is to let others have a turn, and asks whether to come back after it.
  ///
  /// It leaves if another is in the wings or if there is nothing to do. So drivers that have had
  /// their turn and drivers that were called meanwhile never add up.
  ///
  /// - Returns: whether it comes back: then it is the one in the wings, and asks with `isFirst`.
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

  /// A driver leaves without having taken anything, though there may be something to do.
  mutating func leave(manager: Int32, lane: LaneIndex, isFirst: Bool) {
    if isFirst { lanes[place(manager, lane)].hasDriverInWings = false }
    touch(manager, lane)
    callDrivers()
  }
}
