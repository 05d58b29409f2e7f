/// Handles of shared operations that have no edge and no wait yet.
extension OperationMachine {
  /// Counts a new handle of a shared operation as a need, until it is used or released.
  ///
  /// - Returns: Whether it counts; false if the operation is not cancelled for lack of need, or has
  ///   ended.
  mutating func reserve(_ id: NodeID) -> Bool {
    guard let slot = slot(of: id), self[slot].traits.contains(.isShared),
      self[slot].verdict == nil
    else { return false }
    self[slot].interest += 1
    return true
  }

  /// Ends the need of a handle that got its first edge or wait, or was released; ``endLinking()``
  /// or ``submit(_:)`` follows.
  ///
  /// An operation that was never needed is not cancelled: the caller that released the handle
  /// wanted it to run.
  mutating func endReservation(_ id: NodeID) {
    guard let slot = slot(of: id), self[slot].verdict == nil else { return }
    self[slot].interest -= 1
    guard self[slot].interest == 0, self[slot].traits.contains(.wasNeeded) else { return }
    request(slot, .unwanted)
  }
}
