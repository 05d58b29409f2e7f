#if SQLite || PostgreSQL || PostgresNIO
/// The jobs that wait for a poll thread: decides when the thread must be woken.
struct JobInbox<Job> {
  private(set) var jobs: [Job] = []
  private(set) var isStopping = false
  /// The thread waits in `poll`, and no wake-up is under way.
  private(set) var isAsleep = false
  private(set) var hasEnded = false

  enum SubmitAction: Equatable { case wake, nothing, refuse }

  mutating func submit(_ job: Job) -> SubmitAction {
    if isStopping { return .refuse }
    jobs.append(job)
    return wakeAction()
  }

  mutating func stop() -> SubmitAction {
    if isStopping { return .nothing }
    isStopping = true
    return wakeAction()
  }

  private mutating func wakeAction() -> SubmitAction {
    guard isAsleep else { return .nothing }
    isAsleep = false
    return .wake
  }

  enum TurnAction {
    case run([Job])
    case sleep
    case stop(unrun: [Job])
  }

  mutating func turn() -> TurnAction {
    if isStopping {
      defer { jobs = [] }
      return .stop(unrun: jobs)
    }
    if jobs.isEmpty {
      isAsleep = true
      return .sleep
    }
    defer { jobs = [] }
    return .run(jobs)
  }

  mutating func wokeUp() { isAsleep = false }

  mutating func end() { hasEnded = true }
}

extension JobInbox: Sendable where Job: Sendable {}
#endif
