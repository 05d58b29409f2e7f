internal import Foundation

/// How long something kept its thread.
struct ThreadTime: Sendable {
  /// By the clock on the wall, others who had the processor meanwhile included.
  var wall: Duration
  /// By the processor's own count for this thread.
  var processor: Duration

  static let zero = ThreadTime(wall: .zero, processor: .zero)

  /// From now on.
  struct Start: Sendable {
    private let wall = ContinuousClock.now
    private let processor = Start.processorTime

    /// What has passed since, if this is asked on the same thread.
    var elapsed: ThreadTime {
      ThreadTime(wall: ContinuousClock.now - wall, processor: Start.processorTime - processor)
    }

    private static var processorTime: Duration {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
    }
  }

  /// The longer of each.
  mutating func formMaximum(_ other: ThreadTime) {
    wall = max(wall, other.wall)
    processor = max(processor, other.processor)
  }

  static func += (total: inout ThreadTime, more: ThreadTime) {
    total.wall += more.wall
    total.processor += more.processor
  }
}
