internal import StageFloor

/// An executor whose jobs run when a test says so.
///
/// Tasks that prefer it stand still between two calls of ``run()``, so that "it waits now" is a
/// fact:
///
/// ```swift
/// let executor = ManualExecutor()
/// let reader = Task(executorPreference: executor) { try await books.lease().element }
/// executor.run()  // the reader has asked, and waits in line
/// ```
///
/// It steers code that is isolated to no actor. Jobs run on the thread that calls ``run()``.
public final class ManualExecutor: TaskExecutor, Sendable {
  private let lock = LockWord()
  nonisolated(unsafe) private var jobs: [UnownedJob] = []  // guard: `lock`
  nonisolated(unsafe) private var watchers: [UnsafeContinuation<Void, Never>] = []  // guard: `lock`

  /// An executor without jobs.
  public init() {}

  deinit { lock.deallocate() }

  /// Takes a job that is ready to run.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let watchers = lock.withLock {
      jobs.append(job)
      defer { self.watchers = [] }
      return self.watchers
    }
    for watcher in watchers { watcher.resume() }
  }

  /// Waits until there is a job to run: until something outside has woken one of the tasks.
  public func nextJob() async {
    await withUnsafeContinuation { continuation in
      let hasJob = lock.withLock {
        if jobs.isEmpty { watchers.append(continuation) }
        return !jobs.isEmpty
      }
      if hasJob { continuation.resume() }
    }
  }

  /// Runs jobs, also those that become ready meanwhile, until there are none.
  public func run() {
    while let job = next() {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  private func next() -> UnownedJob? {
    lock.withLock { jobs.isEmpty ? nil : jobs.removeFirst() }
  }
}
