internal import StageFloor

/// An executor that runs jobs when a test says so, in an order drawn by lot from a seed.
///
/// Among the tasks that could go on, any could; this executor picks. So a test that is run with many
/// seeds meets many interleavings, and the seed of the one that fails repeats it:
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
/// The same seed gives the same order as long as the jobs come in the same order: as long as nothing
/// but this executor's own jobs makes them ready, or does so at the same moments.
///
/// It steers code that is isolated to no actor. Jobs run on the thread that calls ``run()`` or
/// ``step()``; one thread at a time may do so.
public final class SeededExecutor: TaskExecutor, Sendable {
  /// The number that decides the order.
  public let seed: UInt64

  private let pile = JobPile()
  private let lock = LockWord()
  nonisolated(unsafe) private var generator: SplitMix64  // guard: `lock`

  /// An executor without jobs.
  public init(seed: UInt64) {
    self.seed = seed
    generator = SplitMix64(seed: seed)
  }

  deinit { lock.deallocate() }

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

  /// How many jobs could run now.
  public var readyJobs: Int { pile.count }

  /// Runs one job, drawn by lot.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func step() -> Bool {
    guard let job = draw() else { return false }
    job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }

  /// Runs jobs, also those that become ready meanwhile, until there are none.
  public func run() {
    while step() {}
  }

  private func draw() -> UnownedJob? {
    pile.take { places in lock.withLock { Int.random(in: places, using: &generator) } }
  }
}
