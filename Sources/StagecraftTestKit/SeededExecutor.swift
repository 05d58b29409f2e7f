internal import StageFloor

/// An executor that runs jobs when a test runs them, in a random order determined by a seed.
///
/// Of the tasks that can proceed, the executor picks one at random. A test that runs with many
/// seeds therefore covers many interleavings, and the seed of a failing run reproduces it:
///
/// ```swift
/// for seed: UInt64 in 0..<100 {
///   let executor = SeededExecutor(seed: seed)
///   for reader in 1...3 {
///     Task(executorPreference: executor) { await desk.visit(by: reader) }
///   }
///   executor.run()
///   precondition(desk.isTidy, "seed \(seed)")
/// }
/// ```
///
/// The same seed gives the same order as long as jobs become ready in the same order: that is, as
/// long as only this executor's own jobs make them ready, or other code does so at the same points.
///
/// It controls nonisolated code, not code isolated to an actor. Jobs run on the thread that calls
/// ``run()`` or ``step()``; only one thread at a time may do so.
public final class SeededExecutor: TaskExecutor, Sendable {
  /// The seed that determines the order.
  public let seed: UInt64

  private let jobs = PendingJobs()
  private let generator: Guarded<SplitMix64>

  /// Creates an executor without jobs.
  ///
  /// - Parameter seed: The seed that determines the order.
  public init(seed: UInt64) {
    self.seed = seed
    generator = Guarded(SplitMix64(seed: seed))
  }

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

  /// The number of jobs that are ready to run.
  public var readyJobs: Int { jobs.count }

  /// Runs one randomly chosen job.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func step() -> Bool {
    guard let job = draw() else { return false }
    job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }

  /// Runs jobs, including those that become ready meanwhile, until there are none.
  public func run() {
    while step() {}
  }

  private func draw() -> UnownedJob? {
    jobs.take { places in generator.withLock { Int.random(in: places, using: &$0) } }
  }
}
