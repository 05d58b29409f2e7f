#if SQLite || PostgreSQL || PostgresNIO
internal import CStageFloor

/// The thread to which something belongs, such as a connection that only one thread may use.
package struct HomeThread: Sendable {
  private let number: UInt32

  package init() { number = stage_thread_number_call() }

  package var isCurrent: Bool { stage_thread_number_call() == number }

  /// Stops a debug build if the caller runs on another thread.
  package func check(_ caller: StaticString = #function) {
    assert(isCurrent, "\(caller) was called on a thread that does not own this connection.")
  }
}
#endif
