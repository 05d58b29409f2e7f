#if SQLite
/// Decides when to look whether another connection has committed.
///
/// A writer writes its commit to the log, which is noticed, and only then makes it visible in the
/// index of the log, which is not: it is memory that processes share. Between the two it has the lock
/// for writing. So after each event there are looks until one has found that lock free *before* it
/// read: what was written before the event is then visible, or was not committed.
struct CommitWatchMachine {
  /// In nanoseconds: the pause after a look that found a writer doubles from the first to the last.
  static let pauses: ClosedRange<Int64> = 1_000_000...100_000_000

  /// When to look; nil while no event has come since the last look that was final.
  private(set) var nextLook: Int64?
  private var pause = pauses.lowerBound

  mutating func filesChanged(at now: Int64) {
    pause = Self.pauses.lowerBound
    // A long transaction writes thousands of times, and each is an event.
    nextLook = nextLook.map { min($0, now.addingSaturated(pause)) } ?? now
  }

  /// A look has ended; `wasWriting` says whether a writer had the lock before it has read.
  mutating func looked(wasWriting: Bool, at now: Int64) {
    guard wasWriting else {
      nextLook = nil
      return
    }
    nextLook = now.addingSaturated(pause)
    pause = min(pause * 2, Self.pauses.upperBound)
  }
}
#endif
