/// An executor whose jobs run only when a test runs them.
///
/// Tasks that prefer it do not proceed between two calls of ``run()``, so a test can rely on a task
/// being suspended:
///
/// ```swift
/// let executor = ManualExecutor()
/// let reader = Task(executorPreference: executor) { try await books.lease().element }
/// executor.run()  // the reader has requested a book, and waits in line
/// ```
///
/// It controls nonisolated code, not code isolated to an actor. Jobs run on the thread that calls
/// ``run()``.
public final class ManualExecutor: TaskExecutor, Sendable {
  private let jobs = PendingJobs()

  /// Creates an executor without jobs.
  public init() {}

  /// Adds a job that is ready to run.
  ///
  /// - Parameter job: The job.
  public func enqueue(_ job: consuming ExecutorJob) {
    jobs.add(job)
  }

  /// Waits until there is a job to run, because something outside the executor has woken a task.
  ///
  /// - Throws: `CancellationError` if the waiting task is cancelled, as a test is at its time
  ///   limit.
  public func nextJob() async throws {
    try await jobs.waitForJob()
  }

  /// Runs jobs, including those that become ready meanwhile, until there are none.
  public func run() {
    while let job = jobs.take({ $0.lowerBound }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
