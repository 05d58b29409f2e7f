extension OperationOptions {
  /// Where the body of an operation runs.
  ///
  /// A body that blocks its thread belongs in neither lane: use `submitOnThread` or
  /// ``OperationContext/onThread(_:)``.
  public struct Lane: Sendable, Hashable {
    let index: LaneIndex

    /// The threads that all tasks share, or the executor of the manager.
    ///
    /// Bodies isolated to an actor run on that actor.
    public static var compute: Lane { Lane(index: .compute) }

    /// The main actor, one body after another, with a time budget per turn of its run loop.
    ///
    /// Within a manager, operations of equal priority start in the order in which they become
    /// ready. Bodies that do not suspend run back to back, without leaving the main actor. When the
    /// budget (``OperationManager/Configuration/mainActorBudget``) is used up, other work that
    /// waits for the main actor runs; all managers and graph runs share one account of that time.
    ///
    /// Closures isolated to the main actor use this lane automatically.
    public static var main: Lane { Lane(index: .main) }
  }
}
