internal import CStageFloor

#if canImport(ObjectiveC)
internal import ObjectiveC
#endif

/// Threads for bodies that block: reading a file, a library without asynchronous calls.
///
/// They are ours, so that such a body never takes a thread from the pool on which all tasks of the
/// process run. They come with the jobs, up to a cap, and end when they have been idle for a while:
/// a process that blocks nowhere has none. Beyond the cap jobs wait in line, first come, first
/// served. A thread that waits for an operation does not count meanwhile: what it waits for may need
/// a thread too.
///
/// Idle threads sleep in the kernel. They keep this object alive until they end.
package final class BlockingThreads: Sendable {
  /// What happens to the threads; for tests.
  package enum Event: Hashable, Sendable {
    case started
    /// A job has to stand in line.
    case queued
    /// A thread has no job, and is about to sleep.
    case idle
    /// A job was handed over to a thread that was idle.
    case reused
    /// A thread is about to end: it takes no more jobs.
    case ended
  }

  package typealias Job = @Sendable () -> Void

  /// Starts a thread for a body; false: the system has none left.
  package typealias Starter = @Sendable (@escaping Job) -> Bool

  /// A thread, and the place where it finds its next job.
  private final class Worker: @unchecked Sendable {
    let parker = Parker()
    /// What was handed over.
    ///
    /// guard: written before the parker is posted, read after that was seen.
    var job: Job?

    init(_ job: @escaping Job) { self.job = job }

    deinit { parker.deallocate() }
  }

  private let idleTime: Int64
  private let start: Starter
  private let observer: (@Sendable (Event) -> Void)?
  private let lock = LockWord()
  nonisolated(unsafe) private var line: BlockingLine<Job, Worker>  // guard: `lock`

  /// No threads yet.
  ///
  /// - Parameters:
  ///   - cap: how many threads there may be at the same time.
  ///   - idleTime: how long a thread without a job stays.
  ///   - name: of the threads, 15 bytes at most.
  ///   - starter: starts a thread; nil: the system does.
  ///   - observer: hears of every event, on the thread that caused it.
  package init(
    cap: Int = 64, idleTime: Duration = .seconds(1), name: StaticString = "stage-blocking",
    starter: Starter? = nil, observer: (@Sendable (Event) -> Void)? = nil
  ) {
    precondition(cap > 0, "Blocking jobs need at least one thread.")
    line = BlockingLine(cap: cap)
    self.idleTime = idleTime.wholeNanoseconds
    self.observer = observer
    start = starter ?? { Self.startThread(named: name, $0) }
  }

  deinit { lock.deallocate() }

  /// How many threads there are.
  package var threads: Int { lock.withLock { line.threads } }
  /// How many of them have no job.
  package var idleThreads: Int { lock.withLock { line.idleThreads } }
  /// How many jobs stand in line.
  package var waiting: Int { lock.withLock { line.waiting } }

  /// Runs `job` on a thread as soon as one is free; returns at once.
  package func run(_ job: @escaping Job) {
    carryOut(lock.withLock { line.submit(job) })
  }

  /// Calls `wait`, which blocks this thread, one of these, until an operation has ended.
  package func withWaitingThread<Result>(_ wait: () -> Result) -> Result {
    if let order = lock.withLock({ line.beginWait() }) { carryOut(order) }
    defer { lock.withLock { line.endWait() } }
    return wait()
  }

  private func carryOut(_ order: BlockingLine<Job, Worker>.Order) {
    var order = order
    // Ten seconds without a single thread: the system will not give one.
    for _ in 0..<20_000 {
      switch order {
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
        order = lock.withLock { line.startFailed(job) }
      case .tryAgain(let job):
        Self.rest()
        order = lock.withLock { line.submit(job) }
      }
    }
    misuse(
      "The system starts no thread for a blocking job; let fewer threads exist at the same time.")
  }

  /// The life of a thread.
  private func work(_ worker: Worker) {
    repeat { runJob(of: worker) } while next(for: worker)
    observer?(.ended)
  }

  /// What a job captured dies before this returns, and the thread may fall asleep.
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

  /// Finds the thread its next job.
  ///
  /// - Returns: false: it has been idle for too long, and ends.
  private func next(for worker: Worker) -> Bool {
    let (isSurplus, job) = lock.withLock { () -> (Bool, Job?) in
      line.endsAsSurplus() ? (true, nil) : (false, line.next(for: worker))
    }
    if isSurplus { return false }
    if let job {
      worker.job = job
      return true
    }
    // From here on the place belongs to whoever hands a job over.
    observer?(.idle)
    if worker.parker.wait(until: stage_nanoseconds() + idleTime) == nil {
      if lock.withLock({ line.timeIsUp(for: worker) }) { return false }
      _ = worker.parker.wait(until: nil)
    }
    worker.parker.reset()
    return true
  }

  /// A millisecond without work.
  private static func rest() {
    let parker = Parker()
    _ = parker.wait(until: stage_nanoseconds() + 1_000_000)
    parker.deallocate()
  }

  private static func startThread(named name: StaticString, _ body: @escaping Job) -> Bool {
    final class Body: Sendable {
      let run: Job
      init(_ run: @escaping Job) { self.run = run }
    }
    let context = Unmanaged.passRetained(Body(body))
    let isStarted = stage_start_thread(
      { context in
        guard let context else { return }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
      }, context.toOpaque(),
      UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self))
    if !isStarted { context.release() }
    return isStarted
  }
}
