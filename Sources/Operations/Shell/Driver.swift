internal import StageFloor

/// A task that runs operations one after another, and the means to cancel or escalate it.
///
/// Neither a cancellation nor a raised priority can be undone. Once its task is to be cancelled or
/// has been escalated, a driver takes no further operation, and a new driver replaces it. Both are
/// decided under the lock of the engine, so that neither ever affects the next operation.
final class Driver: @unchecked Sendable {  // guard: the locks named below
  // guard: `isSpoiled` is used under the lock of the engine; `identity` is written before the
  // driver takes an operation, and read under the lock of the engine by code that finds the driver
  // in an operation; `task` and `isCancelled` are used under `lock`.

  /// Its task is or will be cancelled, or was escalated.
  var isSpoiled = false
  /// Its number among the concurrent drivers of its manager, for the trace.
  let track: Int
  /// The task in which it runs bodies.
  private(set) var identity: TaskIdentity?

  private let lock = LockWord()
  private var task: Task<Void, Never>?
  private var isCancelled = false

  init(track: Int) { self.track = track }

  deinit { lock.deallocate() }

  /// Records the calling task as the one that runs bodies.
  func enter() { identity = .current }

  /// Sets the task, and cancels it if `cancel()` was called before.
  func begin(_ task: Task<Void, Never>) {
    let isCancelled = lock.withLock {
      self.task = task
      return self.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Cancels the task, now or as soon as it is set.
  func cancel() {
    let task = lock.withLock {
      isCancelled = true
      return self.task
    }
    task?.cancel()
  }

  /// Raises the priority of the task.
  func escalate(to level: UInt8) {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let task = lock.withLock { self.task }
    task?.escalatePriority(to: OperationPriority(level: level).taskPriority)
  }
}

/// The identity of a task, unique among the tasks alive at the same time.
struct TaskIdentity: Hashable, Sendable {
  private let value: Int

  /// The current task; nil on a thread that runs none.
  static var current: TaskIdentity? {
    withUnsafeCurrentTask { task in task.map { TaskIdentity(value: $0.hashValue) } }
  }
}
