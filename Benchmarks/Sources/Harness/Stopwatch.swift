internal import CHarness

/// Reads the clocks when it is created and when it is asked.
///
/// Use it outside measured loops.
package struct Stopwatch: Sendable {
  private let start = ContinuousClock.now
  private let processorStart = bench_processor_nanoseconds()

  package init() {}

  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// The time since it was created, by the clock and on the processors.
  package var time: TimeTaken {
    TimeTaken(
      nanoseconds: nanoseconds,
      processorNanoseconds: bench_processor_nanoseconds() - processorStart)
  }
}

/// How long something took, by the clock and on the processors.
package struct TimeTaken: Sendable {
  /// By the clock.
  package var nanoseconds: Int64

  /// The processor time of all threads of this process; nil if the work is done by another one.
  package var processorNanoseconds: Int64?

  package static let zero = TimeTaken(nanoseconds: 0, processorNanoseconds: 0)

  package init(nanoseconds: Int64, processorNanoseconds: Int64?) {
    self.nanoseconds = nanoseconds
    self.processorNanoseconds = processorNanoseconds
  }

  package static func += (left: inout TimeTaken, right: TimeTaken) {
    left.nanoseconds += right.nanoseconds
    if let ours = left.processorNanoseconds, let theirs = right.processorNanoseconds {
      left.processorNanoseconds = ours + theirs
    } else {
      left.processorNanoseconds = nil
    }
  }
}
