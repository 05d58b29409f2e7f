internal import CHarness
internal import Dispatch
internal import Foundation
internal import Synchronization

/// Threads that start together, each pinned to one processor.
///
/// Pinned, because figures of different runs would not be comparable if two threads shared a
/// processor by chance. On systems without pinning, the scheduler places them.
enum PinnedThreads {
  struct Run<Output: Sendable>: Sendable {
    /// By the clock, from the first start to the last end; on the processors, with the creation of
    /// the threads.
    var time: TimeTaken
    /// The result of each thread, in the order of their ends.
    var results: [Output]
  }

  /// Runs `body` on `count` threads and waits for all of them.
  static func run<Output: Sendable>(
    count: Int, _ body: @escaping @Sendable () throws -> Output
  ) throws -> Run<Output> {
    let team = Team<Output>(count: count)
    for index in 0..<count {
      Thread.detachNewThread {
        bench_pin_thread(CInt(index))
        team.waitForAllToArrive()
        let start = team.stopwatch.nanoseconds
        let result = Result { try body() }
        team.finished(from: start, to: team.stopwatch.nanoseconds, result)
      }
    }
    return try team.waitForAllToFinish()
  }

  // An `NSLock`, because the thread sanitizer does not see what the standard `Mutex` orders.
  private final class Team<Output: Sendable>: @unchecked Sendable {  // guard: `lock`, for `record`
    private struct Record: Sendable {
      var firstStart = Int64.max
      var lastEnd = Int64.min
      var results: [Result<Output, any Error>] = []
    }

    let stopwatch = Stopwatch()
    private let count: Int
    private let arrived = Atomic(0)
    private let lock = NSLock()
    private var record = Record()
    private let done = DispatchSemaphore(value: 0)

    init(count: Int) {
      self.count = count
    }

    func waitForAllToArrive() {
      arrived.wrappingAdd(1, ordering: .acquiringAndReleasing)
      while arrived.load(ordering: .acquiring) < count { sched_yield() }
    }

    func finished(from start: Int64, to end: Int64, _ result: Result<Output, any Error>) {
      lock.withLock {
        record.firstStart = min(record.firstStart, start)
        record.lastEnd = max(record.lastEnd, end)
        record.results.append(result)
      }
      done.signal()
    }

    func waitForAllToFinish() throws -> Run<Output> {
      for _ in 0..<count { done.wait() }
      let record = lock.withLock { self.record }
      return Run(
        time: TimeTaken(
          nanoseconds: record.lastEnd - record.firstStart,
          processorNanoseconds: stopwatch.time.processorNanoseconds),
        results: try record.results.map { try $0.get() })
    }
  }
}
