internal import StageFloor

extension OperationManager {
  /// The managers that are suspended and have operations that were submitted and have not ended.
  ///
  /// Such a manager lives as long as its operations, and they wait for it to be resumed. If the code
  /// that suspended it has dropped it, this is how to find it, to ``resume()`` it or to
  /// ``cancelAll()``: at the end of a test, for example, or of a program that is to leave nothing
  /// undone.
  ///
  /// Their order means nothing.
  ///
  /// - Complexity: O(*m* + *n*) for *m* managers, and the *n* operations of those that are suspended
  ///   which were only prepared.
  public static var suspendedManagers: [OperationManager] {
    Engine.shared.perform { _ in Engine.shared.suspendedManagers }
  }
}

extension Engine {
  /// In ``perform(_:)`` only.
  fileprivate var suspendedManagers: [OperationManager] {
    managers.indices.compactMap { index in
      guard managers[index] != nil, machine.managers[index].isSuspended else { return nil }
      // A manager may be on its way out. One that has a submitted operation is kept by it.
      return machine.firstSubmitted(of: Int32(index)).flatMap { handle(at: $0)?.manager }
    }
  }
}
