internal import CStageFloor

#if canImport(ObjectiveC)
internal import ObjectiveC
#endif

/// Threads for bodies that block, which never occupy a thread of the cooperative pool.
///
/// Threads are started on demand, up to a cap, and end after an idle period: a process that never
/// blocks has none. At the cap, jobs wait in FIFO order. A thread that waits for an operation does
/// not count toward the cap, because that operation may need a thread too. Idle threads keep this
/// object alive until they end.
package final class BlockingThreads: Sendable {
  package static let shared = BlockingThreads()

  package enum Event: Hashable, Sendable {
    case started
    case queued
    case idle
    case reused
    case ended
  }

  package typealias Job = @Sendable () -> Void

  /// Starts a thread for a body; returns `false` if the system cannot start one.
  package typealias Starter = @Sendable (@escaping Job) -> Bool

  private final class Worker: @unchecked Sendable {
    let parker = Parker()
    /// guard: written before the parker is posted, read after the post was seen.
    var job: Job?

    init(_ job: @escaping Job) { self.job = job }

    deinit { parker.deallocate() }
  }

  private let idleTime: Int64
  private let start: Starter
  private let observer: (@Sendable (Event) -> Void)?
  private let machine: Guarded<BlockingThreadMachine<Job, Worker>>

  package init(
    cap: Int = 64, idleTime: Duration = .seconds(1), name: String = "stage-blocking",
    starter: Starter? = nil, observer: (@Sendable (Event) -> Void)? = nil
  ) {
    precondition(cap > 0, "Blocking jobs need at least one thread.")
    machine = Guarded(BlockingThreadMachine(cap: cap))
    self.idleTime = idleTime.wholeNanoseconds
    self.observer = observer
    start = starter ?? { startThread(named: name, $0) }
  }

  package var threads: Int { machine.withLock { $0.threads } }
  package var idleThreads: Int { machine.withLock { $0.idleThreads } }
  package var waiting: Int { machine.withLock { $0.waiting } }

  package func run(_ job: @escaping Job) {
    perform(machine.withLock { $0.submit(job) })
  }

  package func withWaitingThread<Result>(_ wait: () -> Result) -> Result {
    if let action = machine.withLock({ $0.beginWait() }) { perform(action) }
    defer { machine.withLock { $0.endWait() } }
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
        action = machine.withLock { $0.startFailed(job) }
      case .tryAgain(let job):
        Self.rest()
        action = machine.withLock { $0.submit(job) }
      }
    }
    misuse(
      "The system cannot start a thread for a blocking job; run fewer threads at the same time.")
  }

  private func work(_ worker: Worker) {
    repeat { runJob(of: worker) } while next(for: worker)
    observer?(.ended)
  }

  /// Releases what the job captures before this returns, because the thread may sleep afterwards.
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

  private func next(for worker: Worker) -> Bool {
    let (isSurplus, job) = machine.withLock { machine -> (Bool, Job?) in
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
      if machine.withLock({ $0.timeIsUp(for: worker) }) { return false }
      _ = worker.parker.wait(until: nil)
    }
    worker.parker.reset()
    return true
  }

  private static func rest() {
    let parker = Parker()
    _ = parker.wait(until: stage_nanoseconds() + 1_000_000)
    parker.deallocate()
  }
}
