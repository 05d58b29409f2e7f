internal import CStageFloor
internal import StageFloor

/// The thread that renews the leases of this process, and keeps the alarms of its pools.
///
/// Swift's threads may all be blocked, even by code that holds a lease.
final class LeaseThread: TaskExecutor, Sendable {
  private struct State {
    var jobs: [UnownedJob] = []
    var deadlines = DeadlineHeap()
    var calls: [UInt64: @Sendable () -> Void] = [:]
    var lastCall: UInt64 = 0
    /// Whether it sleeps, and no other thread has undertaken to wake it.
    var isAsleep = false

    mutating func takeDueCalls(at now: Int64) -> [@Sendable () -> Void] {
      var due: [@Sendable () -> Void] = []
      while let entry = deadlines.popDue(at: now) {
        if let call = calls.removeValue(forKey: entry.id) { due.append(call) }
      }
      return due
    }
  }

  /// `nil` if the system could not start a thread; then Swift's threads renew.
  static let shared: LeaseThread? = {
    let thread = LeaseThread()
    return startThread(named: "lease-renewals") { thread.run() } ? thread : nil
  }()

  private let state = Guarded(State())
  private let parker = Parker()

  private init() {}

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    wake { $0.jobs.append(job) }
  }

  /// Calls a closure on this thread after some nanoseconds.
  func call(after delay: Int64, _ body: @escaping @Sendable () -> Void) -> DeadlineHeap.Ticket {
    let moment = stage_nanoseconds().addingSaturated(max(0, delay))
    return wake { state in
      state.lastCall += 1
      state.calls[state.lastCall] = body
      return state.deadlines.insert(state.lastCall, at: moment)
    }
  }

  /// Does nothing if the closure was called, or is being called.
  func cancel(_ ticket: DeadlineHeap.Ticket) {
    let call = state.withLock { state in
      state.deadlines.cancel(ticket).flatMap { state.calls.removeValue(forKey: $0) }
    }
    _ = call
  }

  private func wake<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
    let (result, wasAsleep) = state.withLock { state in
      let result = change(&state)
      defer { state.isAsleep = false }
      return (result, state.isAsleep)
    }
    if wasAsleep { parker.post(1) }
    return result
  }

  private func run() {
    while true {
      let (calls, jobs, next) = state.withLock { state in
        let calls = state.takeDueCalls(at: stage_nanoseconds())
        let jobs = state.jobs
        state.jobs = []
        state.isAsleep = calls.isEmpty && jobs.isEmpty
        return (calls, jobs, state.deadlines.earliest)
      }
      for call in calls { call() }
      for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      if calls.isEmpty, jobs.isEmpty { sleep(until: next) }
    }
  }

  private func sleep(until deadline: Int64?) {
    if parker.wait(until: deadline) == nil {
      let isWoken = state.withLock { state in
        defer { state.isAsleep = false }
        return !state.isAsleep
      }
      // The number is posted, or is about to be.
      if isWoken { _ = parker.wait(until: nil) }
    }
    parker.reset()
  }
}
