internal import Synchronization

/// The counters and flags that all workers of a run read.
///
/// The padding keeps frequently written words off the cache line that is read with every step.
struct SharedCounters: ~Copyable {
  /// The bit that makes steps check whether they have been cancelled.
  static var failed: UInt32 { 1 }
  /// The bit set when the run records the times of each step.
  static var recording: UInt32 { 2 }
  /// The bit set when the end of each step is recorded, to report what a milestone waits for.
  static var watched: UInt32 { 4 }

  typealias Line = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  /// If not 0, running a step takes more than calling its closure.
  let flags = Atomic<UInt32>(0)
  /// The number of hosts that are looking for work.
  let lookingHosts = Atomic<Int>(0)
  /// The number of steps in the crew's shared list.
  let sharedCount = Atomic<Int>(0)
  /// The number of driver jobs that wait for a host.
  let jobCount = Atomic<Int>(0)
  /// The number of hosts, changed under the lock.
  let hostCount = Atomic<Int>(0)
  /// Whether hosts can stop looking for work.
  let isOver = Atomic<Bool>(false)
  private let padding: Line = (0, 0, 0, 0, 0, 0, 0, 0)
  private let morePadding: Line = (0, 0, 0, 0, 0, 0, 0, 0)
  /// The number of steps that have not ended, as far as the workers have reported.
  let remaining: Atomic<Int>

  init(remaining: Int) { self.remaining = Atomic(remaining) }
}
