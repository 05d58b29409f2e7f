internal import StageFloor

extension OperationTrace {
  /// Returns a lower bound on the duration of any schedule on the given number of processors.
  ///
  /// The bound is the largest of three values: the longest chain of dependencies, the total work
  /// divided by the number of processors, and the work of the main lane, which runs on one
  /// processor. Each operation counts with the time it ran in this trace (see ``Node/running``).
  /// Only operations that occupy a core count as work (see ``Node/occupiesCore``); the others take
  /// time but no processor. Categories, conditions and pauses between attempts are ignored.
  ///
  /// - Parameter cores: The number of processors, at least one.
  /// - Returns: The lower bound.
  /// - Complexity: O(*n* + *e*) for *n* operations and *e* dependencies.
  public func lowerBound(cores: Int) -> Duration {
    require(cores > 0, "“\(name)” cannot run on \(cores) processors: pass at least one.")
    let plan = SchedulePlan(self)
    let busy = nodes.filter(\.occupiesCore)
    let work = busy.reduce(.zero) { $0 + $1.running }
    let main = busy.reduce(.zero) { $1.lane == "main" ? $0 + $1.running : $0 }
    return max(.nanoseconds(plan.ranks.max() ?? 0), work / cores, main)
  }

  /// Returns the simulated duration on the given number of processors, longest chain first.
  ///
  /// Of several ready operations, the one with the longest chain of dependents starts first.
  /// Main-lane operations run one at a time, and so do those of each actor; see
  /// ``lowerBound(cores:)`` for what counts. Operations on or behind a dependency cycle never start
  /// and are excluded.
  ///
  /// - Parameter cores: The number of processors, at least one.
  /// - Returns: The time at which the last operation ends.
  /// - Complexity: O((*n* + *e*) log *n*) for *n* operations and *e* dependencies in a few lanes.
  public func simulated(cores: Int) -> Duration {
    require(cores > 0, "“\(name)” cannot run on \(cores) processors: pass at least one.")
    var simulation = ScheduleSimulation(SchedulePlan(self), cores: cores)
    return .nanoseconds(simulation.run())
  }
}
