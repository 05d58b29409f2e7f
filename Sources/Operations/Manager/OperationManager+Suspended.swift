internal import StageFloor

extension OperationManager {
  /// The suspended managers that have submitted operations that have not ended.
  ///
  /// Such a manager and its operations keep each other alive until it is resumed. If the code that
  /// suspended it has released it, this property finds it, for ``resume()`` or ``cancelAll()``: at
  /// the end of a test, for example, or of a program that should leave no work undone.
  ///
  /// The order is unspecified.
  ///
  /// - Complexity: O(*m* + *n*) for *m* managers, and *n* operations of suspended managers that
  ///   were only prepared.
  public static var suspendedManagers: [OperationManager] {
    Engine.shared.perform { _ in Engine.shared.suspendedManagers }
  }
}

extension Engine {
  /// Only inside ``perform(_:)``.
  fileprivate var suspendedManagers: [OperationManager] {
    managers.indices.compactMap { index in
      guard managers[index] != nil, machine.managers[index].isSuspended else { return nil }
      // A manager may be deinitialising. One that has a submitted operation is kept alive by it.
      return machine.firstSubmitted(of: Int32(index)).flatMap { handle(at: $0)?.manager }
    }
  }
}
