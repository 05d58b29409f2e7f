/// The needs for shared operations: edges, waits, and handles that have no edge and no wait yet.
extension OperationMachine {
  /// Counts a new handle as a need; false if the operation has ended, or needs none to continue.
  mutating func reserve(_ id: NodeID) -> Bool {
    guard let slot = slot(of: id), self[slot].traits.contains(.isShared),
      self[slot].verdict == nil
    else { return false }
    self[slot].interest += 1
    return true
  }

  /// The handle has an edge or a wait, or was released; ``endLinking()`` or ``submit(_:)`` follows.
  ///
  /// An operation that was never needed is not cancelled: the caller that released the handle
  /// wanted it to run.
  mutating func endReservation(_ id: NodeID) {
    guard let slot = slot(of: id), self[slot].verdict == nil else { return }
    self[slot].interest -= 1
    guard self[slot].interest == 0, self[slot].traits.contains(.wasNeeded) else { return }
    request(slot, .unwanted)
  }

  // MARK: Edges and waits

  mutating func addInterest(_ slot: Slot) {
    guard self[slot].traits.contains(.isShared) else { return }
    self[slot].interest += 1
    self[slot].traits.insert(.wasNeeded)
  }

  mutating func removeInterest(_ slot: Slot) {
    loseInterest(in: slot)
    flush()
    requestDrivers()
  }

  mutating func loseInterest(of slot: Slot, from cursor: CursorID?) {
    let rest = walk(slot, .dependencies, from: cursor) { machine, link in
      if machine.links[link].kind.holdsBack {
        machine.loseInterest(in: machine.links[link].dependency)
      }
    }
    if let rest { work.items.append(.dropInterest(id(of: slot), from: rest)) }
  }

  mutating func loseInterest(in slot: Slot) {
    guard self[slot].traits.contains(.isShared), self[slot].verdict == nil else { return }
    self[slot].interest -= 1
    if self[slot].interest == 0 { request(slot, .unwanted) }
  }
}
