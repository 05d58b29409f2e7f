#if SQLite || PostgreSQL
/// A thread of its own that waits in `poll(2)` for descriptors, a deadline and submitted jobs.
///
/// Client libraries of databases block, and Swift's threads must not. A store has a porter, whose
/// ``PorterWork`` owns the connection; tasks submit jobs with continuations and wait.
///
/// The thread takes no signals. It ends after ``stop()``, which `deinit` calls too.
package final class Porter<Work: PorterWork>: Sendable {
  private let core: PorterCore<Work.Job>

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - name: The name of the thread; the first 15 bytes are shown.
  ///   - make: Makes the work, on the thread.
  /// - Throws: ``PorterError`` if the system has no thread or no descriptor left.
  package init(_ name: String, make: @escaping @Sendable () -> Work) throws(PorterError) {
    core = try PorterCore()
    let core = core
    try core.start(named: name) {
      var work = make()
      core.serve(&work)
    }
  }

  deinit { core.stop() }

  /// Runs a job on the thread, after all that were submitted before.
  ///
  /// - Returns: Whether it was accepted: `false` after ``stop()``.
  @discardableResult
  package func submit(_ job: Work.Job) -> Bool { core.submit(job) }

  /// Ends the thread.
  ///
  /// Jobs that have not run are given to ``PorterWork/stop(unrun:)``.
  package func stop() { core.stop() }

  /// Ends the thread and waits until it has ended.
  package func stopAndWait() async { await core.stopAndWait() }
}

/// The reason that a ``Porter`` could not be started.
package struct PorterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error number of the system.
  package var number: Int32
  /// What was wanted from the system.
  package var wanted: String

  /// A sentence.
  package var description: String {
    "The system gave no \(wanted): \(systemMessage(number)). Close some, or raise the limit."
  }
}
#endif
