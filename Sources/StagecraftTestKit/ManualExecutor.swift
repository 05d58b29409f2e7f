/// An executor whose jobs run when a test says so.
///
/// Tasks that prefer it stand still between two calls of ``run()``, so that "it waits now" is a
/// fact:
///
/// ```swift
/// let executor = ManualExecutor()
/// let reader = Task(executorPreference: executor) { try await books.lease().element }
/// executor.run()  // the reader has asked, and waits in line
/// ```
///
/// It steers code that is isolated to no actor. Jobs run on the thread that calls ``run()``.
public final class ManualExecutor: TaskExecutor, Sendable {
  private let pile = JobPile()

  /// An executor without jobs.
  public init() {}

  /// Takes a job that is ready to run.
  public func enqueue(_ job: consuming ExecutorJob) {
    pile.add(job)
  }

  /// Waits until there is a job to run: until something outside has woken one of the tasks.
  ///
  /// - Throws: `CancellationError` if the waiting task is cancelled, as a test is at its time limit.
  public func nextJob() async throws {
    try await pile.waitForJob()
  }

  /// Runs jobs, also those that become ready meanwhile, until there are none.
  public func run() {
    while let job = pile.take({ $0.lowerBound }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
