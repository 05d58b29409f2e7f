#if SQLite || PostgreSQL || PostgresNIO
internal import StageFloor

/// The clock of histories: one for all processes of a machine, and it runs on while they are
/// stopped.
package enum HistoryClock {
  /// The time in nanoseconds.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
#endif
