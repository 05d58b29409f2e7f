internal import StageFloor

/// The task that runs operations one after another, as seen by those who want one of them to stop.
///
/// A cancellation cannot be taken back: once its task is to be cancelled, a driver takes no further
/// operation, and another takes its place. Both are decided under the lock of the engine, so that
/// no cancellation ever hits a neighbour.
final class Driver: @unchecked Sendable {  // guard: the locks named below
  // guard: `isSpoiled` is used under the lock of the engine; `task` and `isCancelled` under `lock`.

  /// Its task is or will be cancelled.
  var isSpoiled = false
  /// Its number among those of its manager, for the trace.
  let track: Int

  private let lock = LockWord()
  private var task: Task<Void, Never>?
  private var isCancelled = false

  init(track: Int) { self.track = track }

  deinit { lock.deallocate() }

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
