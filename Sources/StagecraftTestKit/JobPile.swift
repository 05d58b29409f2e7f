internal import StageFloor

/// Jobs that stand still until somebody runs them.
final class JobPile: Sendable {
  private let lock = LockWord()
  nonisolated(unsafe) private var jobs: [UnownedJob] = []  // guard: `lock`
  nonisolated(unsafe) private var watchers: [UnsafeContinuation<Void, Never>] = []  // guard: `lock`

  deinit { lock.deallocate() }

  var count: Int { lock.withLock { jobs.count } }

  /// Puts a job on the pile, and wakes those who wait for one.
  func add(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let watchers = lock.withLock {
      jobs.append(job)
      defer { self.watchers = [] }
      return self.watchers
    }
    for watcher in watchers { watcher.resume() }
  }

  /// Waits until there is a job.
  func waitForJob() async {
    await withUnsafeContinuation { continuation in
      let hasJob = lock.withLock {
        if jobs.isEmpty { watchers.append(continuation) }
        return !jobs.isEmpty
      }
      if hasJob { continuation.resume() }
    }
  }

  /// Takes the job that is chosen among so many, if there is any.
  func take(_ choose: (Range<Int>) -> Int) -> UnownedJob? {
    lock.withLock { jobs.isEmpty ? nil : jobs.remove(at: choose(jobs.indices)) }
  }
}
