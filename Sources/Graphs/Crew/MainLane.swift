internal import StageFloor

/// Steps that wait for the main thread.
struct MainLane {
  /// Those that come first in the plan or, without a plan, have the longest way still before them.
  private var ready = DeadlineHeap()
  /// The one that runs, as far as small graphs want to know.
  var running: UInt32?
  /// Whether somebody runs them, or is about to.
  var isStaffed = false
  /// Where the main thread sleeps, when it runs them itself.
  var seat: Parker?

  var isEmpty: Bool { ready.isEmpty }

  /// - Parameters:
  ///   - index: the step.
  ///   - rank: the lowest comes first; among equals, the one that came first.
  mutating func append(_ index: UInt32, rank: Int64) {
    _ = ready.insert(UInt64(index), at: rank)
  }

  /// The step whose turn it is.
  mutating func popFirst() -> UInt32? {
    ready.popDue(at: .max).map { UInt32($0.id) }
  }

  /// Whether one runs, or is to run, that comes before another place in the plan.
  func hasWork(before place: Int, in plan: GraphPlan) -> Bool {
    if let running, plan.places[Int(running)] < place { return true }
    return (ready.earliest ?? .max) < Int64(place)
  }
}
