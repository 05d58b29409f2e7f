/// Decides which thread takes which blocking job, and never acts.
///
/// A job goes to a thread that is idle, or else to a new one, or else waits in line. So there is
/// never an idle thread and a waiting job at the same time. Threads that wait in the middle of their
/// jobs do not count: never more than `cap` others take a job.
package struct BlockingLine<Job, Worker: AnyObject> {
  /// What to do with a job.
  package enum Order {
    /// Give it to this thread, which was idle.
    case handOver(Job, to: Worker)
    /// Start a thread for it; if that fails, say so with ``startFailed(_:)``.
    case startThread(Job)
    /// It stands in line.
    case wait
    /// It has no thread, and there is none whose end could be awaited.
    case tryAgain(Job)
  }

  package let cap: Int
  /// How many threads there are, including those being started.
  package private(set) var threads = 0
  /// How many of them wait in the middle of their jobs.
  package private(set) var waitingThreads = 0
  /// Those without a job, the one that became idle last at the end.
  private var idle: [Worker] = []
  /// Those in front of `head` have left.
  private var jobs: [Job?] = []
  private var head = 0

  package init(cap: Int) { self.cap = cap }

  /// How many jobs stand in line.
  package var waiting: Int { jobs.count - head }
  package var idleThreads: Int { idle.count }

  /// A job has come.
  package mutating func submit(_ job: Job) -> Order {
    // The warmest thread; the others may become old enough to leave.
    if let worker = idle.popLast() { return .handOver(job, to: worker) }
    guard threads >= cap + waitingThreads else {
      threads += 1
      return .startThread(job)
    }
    jobs.append(job)
    return .wait
  }

  /// The thread for a job could not be started.
  package mutating func startFailed(_ job: Job) -> Order {
    threads -= 1
    if let worker = idle.popLast() { return .handOver(job, to: worker) }
    guard threads > 0 else { return .tryAgain(job) }
    // It came before all that stand in line now.
    if head > 0 {
      head -= 1
      jobs[head] = job
    } else {
      jobs.insert(job, at: 0)
    }
    return .wait
  }

  /// A thread is going to wait in the middle of its job, maybe for one that stands in line.
  ///
  /// - Returns: what to do with the first in line; nil: there is none, or a thread for it.
  package mutating func beginWait() -> Order? {
    waitingThreads += 1
    guard head < jobs.count, threads < cap + waitingThreads, let job = jobs[head] else {
      return nil
    }
    leave()
    threads += 1
    return .startThread(job)
  }

  /// A thread goes on with its job.
  package mutating func endWait() { waitingThreads -= 1 }

  /// A thread has done its job, and there are too many because others have waited meanwhile.
  ///
  /// - Returns: whether it ends.
  package mutating func endsAsSurplus() -> Bool {
    guard threads > cap + waitingThreads else { return false }
    threads -= 1
    return true
  }

  /// A thread has done its job, and asks for the next.
  ///
  /// - Returns: the job; nil: the thread is idle from now on.
  package mutating func next(for worker: Worker) -> Job? {
    guard head < jobs.count else {
      idle.append(worker)
      return nil
    }
    defer { leave() }
    return jobs[head]
  }

  /// A thread has been idle for long.
  ///
  /// - Returns: whether it ends; if not, a job has been handed over to it meanwhile.
  package mutating func timeIsUp(for worker: Worker) -> Bool {
    guard let index = idle.firstIndex(where: { $0 === worker }) else { return false }
    idle.remove(at: index)
    threads -= 1
    return true
  }

  private mutating func leave() {
    jobs[head] = nil
    head += 1
    guard head == jobs.count || head > 64 && head > jobs.count / 2 else { return }
    jobs.removeFirst(head)
    head = 0
  }
}
