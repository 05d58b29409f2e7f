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
  /// Of one manager, operations of equal priority start in the order in which they become ready.
  /// Between two bodies that do not suspend, the main actor is not left. When the time is up
  /// (``OperationManager/Configuration/mainActorBudget``), everything else that waits for the main
  /// actor has a turn; that time is one account for all managers and all runs of graphs.
  ///
  /// Closures that are isolated to the main actor are in this lane by themselves.
  public static var main: OperationLane { OperationLane(index: .main) }
}
