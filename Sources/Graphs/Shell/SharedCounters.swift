internal import Synchronization

/// The padding keeps frequently written words off the cache line that is read with every step.
struct SharedCounters: ~Copyable {
  static var failed: UInt32 { 1 }
  static var recording: UInt32 { 2 }
  static var watched: UInt32 { 4 }

  typealias Line = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  /// If not 0, running a step takes more than calling its closure.
  let flags = Atomic<UInt32>(0)
  let lookingHosts = Atomic<Int>(0)
  let sharedCount = Atomic<Int>(0)
  let jobCount = Atomic<Int>(0)
  /// The number of hosts, changed under the lock.
  let hostCount = Atomic<Int>(0)
  let isOver = Atomic<Bool>(false)
  private let padding: Line = (0, 0, 0, 0, 0, 0, 0, 0)
  private let morePadding: Line = (0, 0, 0, 0, 0, 0, 0, 0)
  /// The number of steps that have not ended, as far as the workers have reported.
  let remaining: Atomic<Int>

  init(remaining: Int) { self.remaining = Atomic(remaining) }
}
