extension PoolConfiguration {
  /// Whether a running thread may take an idle element while other threads wait for one.
  ///
  /// Waking a thread takes far longer than most loans. If each element were handed to the
  /// longest-waiting thread, it would be unused while that thread wakes up.
  ///
  /// Tasks are always served in strict FIFO order, and nothing overtakes a waiting task: while a
  /// task is in line, no thread overtakes any waiter.
  public enum Overtaking: Hashable, Sendable {
    /// Allowed until the longest-waiting thread has been in line for this long; that thread is then
    /// next.
    case upTo(Duration)
    /// Never allowed.
    case strict

    /// Overtaking for at most one millisecond.
    public static var briefly: Overtaking { .upTo(.milliseconds(1)) }
  }

  /// The treatment of a task or thread that would wait for an element while it holds one of the
  /// same pool and all elements are on loan: it may wait for itself.
  ///
  /// An element that is stored as an ``OwnedLease`` belongs to its owner, not to the task that
  /// borrowed it, and does not count. A plain lease that is passed to another task counts as held
  /// by the task that borrowed it, and, after that task has ended, possibly by a later task that
  /// reuses its memory address: store an element that outlives its task as an ``OwnedLease``. Child
  /// tasks count as separate tasks.
  public enum NestedBorrowing: Hashable, Sendable {
    /// The borrower waits until it times out; the error states if no element was returned
    /// meanwhile.
    case allowed
    /// The borrower waits, and observers receive ``PoolEvent/nestedBorrowing(at:)``.
    case reported
    /// The borrower gets ``PoolError/wouldDeadlock`` at once.
    case refused

    /// Refused in debug builds; allowed in release builds, where detection costs time.
    public static var standard: NestedBorrowing {
      #if DEBUG
      .refused
      #else
      .allowed
      #endif
    }
  }
}
