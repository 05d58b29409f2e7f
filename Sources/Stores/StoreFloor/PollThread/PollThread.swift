#if SQLite || PostgreSQL || PostgresNIO
/// A thread of its own that waits in `poll(2)` for descriptors, a deadline and submitted jobs.
///
/// Client libraries of databases block, and Swift's threads must not. A store has such a thread,
/// whose ``PollThreadWork`` owns the connection; tasks submit jobs with continuations and wait.
///
/// The thread takes no signals. It ends after ``stop()``, which `deinit` calls too.
package final class PollThread<Work: PollThreadWork>: Sendable {
  private let core: PollThreadCore<Work.Job>

  /// `make` runs on the new thread, whose name shows 15 bytes; fails if the system has no thread or
  /// no descriptor left.
  package init(_ name: String, make: @escaping @Sendable () -> Work) throws(PollThreadError) {
    core = try PollThreadCore()
    let core = core
    try core.start(named: name) {
      var work = make()
      core.serve(&work)
    }
  }

  deinit { core.stop() }

  /// Runs a job after all that were submitted before; returns `false` after ``stop()``.
  @discardableResult
  package func submit(_ job: Work.Job) -> Bool { core.submit(job) }

  /// Jobs that have not run are given to ``PollThreadWork/stop(unrun:)``.
  package func stop() { core.stop() }

  package func stopAndWait() async { await core.stopAndWait() }
}

package struct PollThreadError: Error, Hashable, Sendable, CustomStringConvertible {
  package var number: Int32
  package var wanted: String

  package var description: String {
    "The system gave no \(wanted): \(systemMessage(number)). Close some, or raise the limit."
  }
}
#endif
