#if SQLite || PostgreSQL || PostgresNIO
internal import CStageFloor

/// Nanoseconds of a clock that never goes back, for deadlines inside a process.
package func monotonicNanoseconds() -> Int64 { stage_nanoseconds() }

/// How long a poll thread waits, in the unit of `poll`.
enum PollTime {
  /// Rounded up, so that the deadline has passed afterwards; -1 without a deadline.
  static func milliseconds(until deadline: Int64?, at now: Int64) -> Int32 {
    guard let deadline else { return -1 }
    if deadline <= now { return 0 }
    let (difference, overflow) = deadline.subtractingReportingOverflow(now)
    if overflow { return .max }
    let milliseconds = difference / 1_000_000 + (difference % 1_000_000 == 0 ? 0 : 1)
    return Int32(clamping: milliseconds)
  }
}
#endif
