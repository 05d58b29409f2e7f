internal import Foundation

/// Watches the main thread while observers receive changes.
@MainActor
final class MainWatch {
  /// The number of deliveries to each observer.
  private(set) var deliveries: [Int]
  /// The last version that each observer received.
  private(set) var versions: [UInt64]
  /// Processor time of the longest job, in nanoseconds.
  private(set) var longestJob: Int64 = 0
  private var last: Int64 = 0

  init(observers: Int) {
    deliveries = Array(repeating: 0, count: observers)
    versions = Array(repeating: 0, count: observers)
  }

  /// Resets the records.
  func begin() {
    for observer in deliveries.indices { deliveries[observer] = 0 }
    last = Self.processorTime
  }

  /// Records the delivery of this version of the list to an observer.
  ///
  /// Between two calls the main thread has run at least the end of one job and the beginning of
  /// another; while it waits it uses no processor time. So no job takes longer than the longest of
  /// these spans.
  func delivered(_ version: UInt64, to observer: Int) {
    let now = Self.processorTime
    longestJob = max(longestJob, now - last)
    last = now
    deliveries[observer] += 1
    versions[observer] = version
  }

  /// The processor time of the main thread so far, in nanoseconds.
  static var processorTime: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
