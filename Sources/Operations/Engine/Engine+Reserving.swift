/// Handles of shared operations: each counts as a need for its operation until it is used.
extension Engine {
  /// Ends the reservation of a handle whose edge or wait now counts instead; under the lock.
  @inline(__always)
  func endReservation(of handle: AnyOperationHandle) {
    guard handle.details.isReservation else { return }
    handle.details.isReservation = false
    machine.endReservation(handle.id)
  }

  /// Ends the reservation of a handle that was released unused.
  func dropReservation(_ id: NodeID) {
    perform { _ in
      machine.endReservation(id)
      machine.endLinking()
    }
  }
}
