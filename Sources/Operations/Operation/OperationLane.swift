/// Where the body of an operation runs.
///
/// A body that blocks its thread belongs in neither of these lanes: give it to `submitBlocking`, or
/// to ``OperationContext/blocking(_:)``.
public struct OperationLane: Sendable, Hashable {
  let index: LaneIndex

  /// Beside others on the threads that all tasks share, or on the executor of the manager.
  ///
  /// Bodies that belong to an actor run on that actor.
  public static var compute: OperationLane { OperationLane(index: .compute) }

  /// On the main actor, one after another, with a limited time per turn of its run loop.
  ///
  /// Closures that are isolated to the main actor are in this lane by themselves.
  public static var main: OperationLane { OperationLane(index: .main) }
}
