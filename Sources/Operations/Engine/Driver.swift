internal import StageFloor

/// The task that runs operations one after another, as seen by those who want one of them to stop.
///
/// A cancellation cannot be taken back, nor can a priority: once its task is to be cancelled, or has
/// become more urgent, a driver takes no further operation, and another takes its place. Both are
/// decided under the lock of the engine, so that neither ever reaches a neighbour.
final class Driver: @unchecked Sendable {  // guard: the locks named below
  // guard: `isSpoiled` is used under the lock of the engine; `identity` is written before the driver
  // takes an operation, and read by those who find it there under the lock of the engine; `task` and
  // `isCancelled` are used under `lock`.

  /// Its task is or will be cancelled, or was made more urgent.
  var isSpoiled = false
  /// Its number among the drivers of its manager that exist at the same time, for the trace.
  let track: Int
  /// The task in which it runs bodies.
  private(set) var identity: TaskIdentity?

  private let lock = LockWord()
  private var task: Task<Void, Never>?
  private var isCancelled = false

  init(track: Int) { self.track = track }

  deinit { lock.deallocate() }

  /// The task that calls this is going to run bodies.
  func enter() { identity = .current }

  /// The driver learns of its own task.
  func begin(_ task: Task<Void, Never>) {
    let isCancelled = lock.withLock {
      self.task = task
      return self.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Cancels its task, now or when it becomes known.
  func cancel() {
    let task = lock.withLock {
      isCancelled = true
      return self.task
    }
    task?.cancel()
  }

  /// Its operation has become more urgent.
  func escalate(to level: UInt8) {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let task = lock.withLock { self.task }
    task?.escalatePriority(to: OperationPriority(level: level).taskPriority)
  }
}
