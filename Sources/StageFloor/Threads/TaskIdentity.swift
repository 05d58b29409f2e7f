/// The identity of a task, unique among the tasks alive at the same time.
package struct TaskIdentity: Hashable, Sendable {
  private let value: Int

  /// The current task; nil on a thread that runs none.
  package static var current: TaskIdentity? {
    withUnsafeCurrentTask { task in task.map { TaskIdentity(value: $0.hashValue) } }
  }
}

/// A task that runs steps of a graph, as its steps see it.
///
/// The task that runs the graph, the leader, continues only when all steps have ended. So what a
/// step waits for, the leader waits for too. That does not hold for a task that a step has started,
/// although it inherits this value: only ``step`` is a task of the graph.
package struct StepTask: Sendable {
  @TaskLocal package static var current: StepTask?

  package let step: TaskIdentity
  package let leader: TaskIdentity

  package init(step: TaskIdentity, leader: TaskIdentity) {
    self.step = step
    self.leader = leader
  }

  /// The leader of the outermost graph of which `task`, the current one, runs a step; otherwise nil.
  package static func leader(of task: TaskIdentity) -> TaskIdentity? {
    guard let current, current.step == task else { return nil }
    return current.leader
  }
}
