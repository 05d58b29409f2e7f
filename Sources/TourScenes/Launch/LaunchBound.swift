internal import Stagecraft

/// What no schedule can beat: the longest way through the launch, and the work over the processors.
struct LaunchBound: Sendable {
  let firstScreen: Duration
  let total: Duration
  /// How long it takes if whatever has the longest way before it goes first.
  let listScheduled: Duration

  /// The bounds of some tasks that take exactly as long as they say.
  init(of tasks: [LaunchTask], cores: Int) {
    let needed = tasks.needed(for: LaunchPlan.firstScreen)
    firstScreen = Self.plan(tasks.filter { needed.contains($0.name) }).lowerBound(cores: cores)
    let plan = Self.plan(tasks)
    total = plan.lowerBound(cores: cores)
    listScheduled = plan.simulated(cores: cores)
  }

  private static func plan(_ tasks: [LaunchTask]) -> OperationTrace {
    let numbers = Dictionary(
      uniqueKeysWithValues: tasks.enumerated().map { ($1.name, $0) })
    let nodes = tasks.enumerated().map { number, task in
      OperationTrace.Node(
        id: number, name: task.name, lane: task.kind == .main ? "main" : "compute",
        occupiesCore: task.kind != .waits,
        attempts: [OperationTrace.Attempt(started: .zero, ended: task.duration)],
        dependencies: task.needs.compactMap { numbers[$0] }
          .map { OperationTrace.Dependency(on: $0) })
    }
    return OperationTrace(name: "launch", nodes: nodes)
  }
}
