/// Tells tasks apart that live at the same time.
struct TaskIdentity: Hashable, Sendable {
  private let value: Int

  /// The task that runs this code; nil on a thread that runs none.
  static var current: TaskIdentity? {
    withUnsafeCurrentTask { task in task.map { TaskIdentity(value: $0.hashValue) } }
  }
}
