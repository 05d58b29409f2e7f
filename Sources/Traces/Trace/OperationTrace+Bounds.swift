internal import StageFloor

extension OperationTrace {
  /// No schedule on so many processors is shorter than this.
  ///
  /// The largest of three: the longest chain of dependencies, the work divided by the processors,
  /// and the work of the main lane, which runs on one of them. Each operation takes the time it ran
  /// in this trace (see ``Node/running``). Work is what occupies a core (see
  /// ``Node/occupiesCore``); the rest takes time, but no processor. Categories, conditions and
  /// pauses between attempts do not count.
  ///
  /// - Parameter cores: how many processors there are, at least one.
  /// - Returns: the shortest time imaginable.
  /// - Complexity: O(*n* + *e*) for *n* operations and *e* dependencies.
  public func lowerBound(cores: Int) -> Duration {
    require(cores > 0, "“\(name)” cannot run on \(cores) processors: ask with at least one.")
    let plan = SchedulePlan(self)
    let busy = nodes.filter(\.occupiesCore)
    let work = busy.reduce(.zero) { $0 + $1.running }
    let main = busy.reduce(.zero) { $1.lane == "main" ? $0 + $1.running : $0 }
    return max(.nanoseconds(plan.ranks.max() ?? 0), work / cores, main)
  }

  /// How long the operations take on so many processors, if those with the longest chain of
  /// dependents go first.
  ///
  /// Main-lane operations run one at a time, and so do those of each actor; see
  /// ``lowerBound(cores:)`` for what counts. Operations on a circle of dependencies never start,
  /// and are left out.
  ///
  /// - Parameter cores: how many processors there are, at least one.
  /// - Returns: the time at which the last operation ends.
  /// - Complexity: O((*n* + *e*) log *n*) for *n* operations and *e* dependencies in a few lanes.
  public func simulated(cores: Int) -> Duration {
    require(cores > 0, "“\(name)” cannot run on \(cores) processors: ask with at least one.")
    var simulation = ScheduleSimulation(SchedulePlan(self), cores: cores)
    return .nanoseconds(simulation.run())
  }
}
