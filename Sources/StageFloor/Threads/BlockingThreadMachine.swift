/// Decides which thread runs which blocking job, and never acts.
///
/// A job is assigned to an idle thread; if there is none, to a new thread; at the cap, it is
/// queued. Therefore an idle thread and a queued job never coexist. Threads that wait in the middle
/// of their jobs do not count: at most `cap` other threads take jobs.
package struct BlockingThreadMachine<Job, Worker: AnyObject> {
  package enum Action {
    case handOver(Job, to: Worker)
    /// Starts a thread for the job; if that fails, ``startFailed(_:)`` must be called.
    case startThread(Job)
    case wait
    /// The job has no thread, and there is none to wait for.
    case tryAgain(Job)
  }

  package let cap: Int
  /// Including those being started.
  package private(set) var threads = 0
  package private(set) var waitingThreads = 0
  private var idle: [Worker] = []
  private var jobs = Deque<Job>()

  package init(cap: Int) { self.cap = cap }

  package var waiting: Int { jobs.count }
  package var idleThreads: Int { idle.count }

  package mutating func submit(_ job: Job) -> Action {
    // Uses the most recently idle thread; the others may stay idle long enough to end.
    if let worker = idle.popLast() { return .handOver(job, to: worker) }
    guard threads >= cap + waitingThreads else {
      threads += 1
      return .startThread(job)
    }
    jobs.append(job)
    return .wait
  }

  package mutating func startFailed(_ job: Job) -> Action {
    threads -= 1
    if let worker = idle.popLast() { return .handOver(job, to: worker) }
    guard threads > 0 else { return .tryAgain(job) }
    // The job was submitted before all queued ones.
    jobs.prepend(job)
    return .wait
  }

  /// Handles a thread that is about to wait in the middle of its job, possibly for a queued job.
  package mutating func beginWait() -> Action? {
    waitingThreads += 1
    guard threads < cap + waitingThreads, let job = jobs.popFirst() else { return nil }
    threads += 1
    return .startThread(job)
  }

  package mutating func endWait() { waitingThreads -= 1 }

  package mutating func endsAsSurplus() -> Bool {
    guard threads > cap + waitingThreads else { return false }
    threads -= 1
    return true
  }

  package mutating func next(for worker: Worker) -> Job? {
    if let job = jobs.popFirst() { return job }
    idle.append(worker)
    return nil
  }

  package mutating func timeIsUp(for worker: Worker) -> Bool {
    guard let index = idle.firstIndex(where: { $0 === worker }) else { return false }
    idle.remove(at: index)
    threads -= 1
    return true
  }
}

extension BlockingThreadMachine: Sendable where Job: Sendable, Worker: Sendable {}
extension BlockingThreadMachine.Action: Sendable where Job: Sendable, Worker: Sendable {}
