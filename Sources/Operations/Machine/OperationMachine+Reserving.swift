/// Shared operations that were handed out, and have no edge and no wait yet.
extension OperationMachine {
  /// A handle on a shared operation is handed out: until it is used or dropped, it counts like an
  /// edge.
  ///
  /// - Returns: whether it does; not if the operation is not given up for want of need, or has ended.
  mutating func reserve(_ id: NodeID) -> Bool {
    guard let slot = slot(of: id), self[slot].traits.contains(.isShared),
      self[slot].verdict == nil
    else { return false }
    self[slot].interest += 1
    return true
  }

  /// The handle has got its first edge or wait, or is gone; ``endLinking()`` or ``submit(_:)`` follows.
  ///
  /// An operation that was never needed is not given up: the caller that dropped the handle
  /// wanted it done.
  mutating func endReservation(_ id: NodeID) {
    guard let slot = slot(of: id), self[slot].verdict == nil else { return }
    self[slot].interest -= 1
    guard self[slot].interest == 0, self[slot].traits.contains(.wasNeeded) else { return }
    request(slot, .unwanted)
  }
}
