internal import StageFloor

final class PendingJobs: Sendable {
  private struct State {
    var jobs: [UnownedJob] = []
    var watchers = WaiterTable<Bool>()
  }

  private let state = Guarded(State())

  var count: Int { state.withLock { $0.jobs.count } }

  func add(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let woken = state.withLock { state in
      state.jobs.append(job)
      return state.watchers.settleAll(with: true)
    }
    for watcher in woken { watcher.resume(returning: true) }
  }

  func waitForJob() async throws {
    guard let ticket = state.withLock({ $0.jobs.isEmpty ? $0.watchers.ticket() : nil }) else {
      return
    }
    let hasJob = await parked { (continuation: UnsafeContinuation<Bool, Never>) in
      state.withLock { $0.watchers.wait(ticket, continuation) }
    } onCancel: {
      state.withLock { $0.watchers.settle(ticket, with: false) }?.resume(returning: false)
    }
    if !hasJob { throw CancellationError() }
  }

  func take(_ choose: (Range<Int>) -> Int) -> UnownedJob? {
    state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.remove(at: choose($0.jobs.indices)) }
  }
}
