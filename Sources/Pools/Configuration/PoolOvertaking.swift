/// Whether a running thread may take an idle element while other threads wait for one.
///
/// Waking a thread takes far longer than most loans. If each element were handed to the
/// longest-waiting thread, it would be unused while that thread wakes up.
///
/// Tasks are always served in strict FIFO order, and nothing overtakes a waiting task: while a task
/// is in line, no thread overtakes any waiter.
public enum PoolOvertaking: Hashable, Sendable {
  /// Allowed until the longest-waiting thread has been in line for this long; that thread is then
  /// next.
  case upTo(Duration)
  /// Never allowed.
  case strict

  /// Overtaking for at most one millisecond.
  public static var briefly: PoolOvertaking { .upTo(.milliseconds(1)) }
}
