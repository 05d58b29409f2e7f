internal import CStageFloor

#if canImport(ObjectiveC)
internal import ObjectiveC
#endif

/// Threads for bodies that block, such as file reads or libraries without asynchronous calls.
///
/// The threads belong to this object, so such a body never occupies a thread of the cooperative
/// pool, on which all tasks of the process run. Threads are started on demand, up to a cap, and end
/// after an idle period: a process that never blocks has none. At the cap, jobs wait in FIFO order.
/// A thread that waits for an operation does not count toward the cap, because that operation may
/// need a thread too.
///
/// Idle threads sleep in the kernel. They keep this object alive until they end.
package final class BlockingThreads: Sendable {
  /// The threads shared by all operations and graph steps with blocking bodies.
  package static let shared = BlockingThreads()

  /// Events in the life of the threads; for tests.
  package enum Event: Hashable, Sendable {
    case started
    /// A job was queued.
    case queued
    /// A thread has no job and is about to sleep.
    case idle
    /// A job was assigned to an idle thread.
    case reused
    /// A thread is about to end and takes no more jobs.
    case ended
  }

  package typealias Job = @Sendable () -> Void

  /// Starts a thread for a body; returns `false` if the system cannot start one.
  package typealias Starter = @Sendable (@escaping Job) -> Bool

  /// A thread and its next job.
  private final class Worker: @unchecked Sendable {
    let parker = Parker()
    /// The assigned job.
    ///
    /// guard: written before the parker is posted, read after the post was seen.
    var job: Job?

    init(_ job: @escaping Job) { self.job = job }

    deinit { parker.deallocate() }
  }

  private let idleTime: Int64
  private let start: Starter
  private let observer: (@Sendable (Event) -> Void)?
  private let lock = LockWord()
  nonisolated(unsafe) private var machine: BlockingThreadMachine<Job, Worker>  // guard: `lock`

  /// Creates an object without threads.
  ///
  /// - Parameters:
  ///   - cap: The largest number of threads at the same time.
  ///   - idleTime: How long a thread without a job stays alive.
  ///   - name: The name of the threads, at most 15 bytes.
  ///   - starter: Starts a thread; `nil` uses the system's threads.
  ///   - observer: Receives every event, on the thread that caused it.
  package init(
    cap: Int = 64, idleTime: Duration = .seconds(1), name: String = "stage-blocking",
    starter: Starter? = nil, observer: (@Sendable (Event) -> Void)? = nil
  ) {
    precondition(cap > 0, "Blocking jobs need at least one thread.")
    machine = BlockingThreadMachine(cap: cap)
    self.idleTime = idleTime.wholeNanoseconds
    self.observer = observer
    start = starter ?? { startThread(named: name, $0) }
  }

  deinit { lock.deallocate() }

  /// The number of threads.
  package var threads: Int { lock.withLock { machine.threads } }
  /// The number of threads without a job.
  package var idleThreads: Int { lock.withLock { machine.idleThreads } }
  /// The number of queued jobs.
  package var waiting: Int { lock.withLock { machine.waiting } }

  /// Runs `job` on a thread as soon as one is free, and returns immediately.
  package func run(_ job: @escaping Job) {
    perform(lock.withLock { machine.submit(job) })
  }

  /// Calls `wait` on one of these threads, which it blocks until an operation has ended.
  package func withWaitingThread<Result>(_ wait: () -> Result) -> Result {
    if let action = lock.withLock({ machine.beginWait() }) { perform(action) }
    defer { lock.withLock { machine.endWait() } }
    return wait()
  }

  private func perform(_ action: BlockingThreadMachine<Job, Worker>.Action) {
    var action = action
    // After ten seconds without a single thread, the system will not provide one.
    for _ in 0..<20_000 {
      switch action {
      case .wait:
        observer?(.queued)
        return
      case .handOver(let job, to: let worker):
        observer?(.reused)
        worker.job = job
        worker.parker.post(1)
        return
      case .startThread(let job):
        let worker = Worker(job)
        observer?(.started)
        if start({ [self] in work(worker) }) { return }
        observer?(.ended)
        action = lock.withLock { machine.startFailed(job) }
      case .tryAgain(let job):
        Self.rest()
        action = lock.withLock { machine.submit(job) }
      }
    }
    misuse(
      "The system cannot start a thread for a blocking job; run fewer threads at the same time.")
  }

  /// The main function of a thread.
  private func work(_ worker: Worker) {
    repeat { runJob(of: worker) } while next(for: worker)
    observer?(.ended)
  }

  /// Runs the worker's job.
  ///
  /// The values captured by the job are released before this returns, because the thread may sleep
  /// afterwards.
  @inline(never)
  private func runJob(of worker: Worker) {
    guard let job = worker.job else { return }
    worker.job = nil
    #if canImport(ObjectiveC)
    autoreleasepool(invoking: job)
    #else
    job()
    #endif
  }

  /// Waits for the next job of a thread.
  ///
  /// - Returns: `false` if the thread was idle for too long and has to end.
  private func next(for worker: Worker) -> Bool {
    let (isSurplus, job) = lock.withLock { () -> (Bool, Job?) in
      machine.endsAsSurplus() ? (true, nil) : (false, machine.next(for: worker))
    }
    if isSurplus { return false }
    if let job {
      worker.job = job
      return true
    }
    // From here on, only the thread that assigns a job may access `worker.job`.
    observer?(.idle)
    if worker.parker.wait(until: stage_nanoseconds() + idleTime) == nil {
      if lock.withLock({ machine.timeIsUp(for: worker) }) { return false }
      _ = worker.parker.wait(until: nil)
    }
    worker.parker.reset()
    return true
  }

  /// Sleeps for a millisecond.
  private static func rest() {
    let parker = Parker()
    _ = parker.wait(until: stage_nanoseconds() + 1_000_000)
    parker.deallocate()
  }
}
