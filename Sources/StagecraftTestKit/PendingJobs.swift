internal import StageFloor

final class PendingJobs: Sendable {
  private let lock = LockWord()
  nonisolated(unsafe) private var jobs: [UnownedJob] = []  // guard: `lock`
  nonisolated(unsafe) private var watchers = WaiterTable<Bool>()  // guard: `lock`

  deinit { lock.deallocate() }

  var count: Int { lock.withLock { jobs.count } }

  func add(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let woken = lock.withLock {
      jobs.append(job)
      return watchers.settleAll(with: true)
    }
    for watcher in woken { watcher.resume(returning: true) }
  }

  func waitForJob() async throws {
    guard let ticket = lock.withLock({ jobs.isEmpty ? watchers.ticket() : nil }) else { return }
    let hasJob = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let settled = lock.withLock { watchers.wait(ticket, continuation) }
        if let settled { continuation.resume(returning: settled) }
      }
    } onCancel: {
      lock.withLock { watchers.settle(ticket, with: false) }?.resume(returning: false)
    }
    if !hasJob { throw CancellationError() }
  }

  func take(_ choose: (Range<Int>) -> Int) -> UnownedJob? {
    lock.withLock { jobs.isEmpty ? nil : jobs.remove(at: choose(jobs.indices)) }
  }
}
