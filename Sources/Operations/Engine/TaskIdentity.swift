/// The identity of a task, unique among the tasks alive at the same time.
struct TaskIdentity: Hashable, Sendable {
  private let value: Int

  /// The current task; nil on a thread that runs none.
  static var current: TaskIdentity? {
    withUnsafeCurrentTask { task in task.map { TaskIdentity(value: $0.hashValue) } }
  }
}
