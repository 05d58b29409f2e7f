/// Handles on shared operations: each counts as a need for its operation until it is used.
extension Engine {
  /// A handle has got an edge or a wait, which counts in its place; under the lock.
  @inline(__always)
  func endReservation(of handle: AnyOperationHandle) {
    guard handle.details.isReservation else { return }
    handle.details.isReservation = false
    machine.endReservation(handle.id)
  }

  /// A handle is gone that was never used.
  func dropReservation(_ id: NodeID) {
    perform { _ in
      machine.endReservation(id)
      machine.endLinking()
    }
  }
}
