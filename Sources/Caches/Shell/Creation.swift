internal import StageFloor

/// One creation of a value, for which several threads and tasks may wait.
///
/// The code that removes a waiter resumes it, exactly once. There is no machine beside it: all it
/// decides is whether there is an outcome, and whether any caller still wants it.
@usableFromInline
final class Creation<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, any Error>

  struct Ticket: Sendable {
    fileprivate var number: Int
  }

  private struct WaitingTask: Sendable {
    var number: Int
    var continuation: UnsafeContinuation<Outcome, Never>
  }

  private struct State {
    var outcome: Outcome?
    var task: Task<Void, Never>?
    /// The number of callers that want the value, including a thread that creates it.
    var wanted = 0
    /// All callers that wanted the value have left: it has no further waiters.
    var isAbandoned = false
    var nextTicket = 0
    var threads: [Parker] = []
    var tasks: [WaitingTask] = []
    var cancelled: [Int] = []
  }

  private let state: Guarded<State>

  @usableFromInline
  init(onThread isOnThread: Bool) {
    state = Guarded(State(wanted: isOnThread ? 1 : 0))
  }

  func begin(_ task: Task<Void, Never>) {
    let isAbandoned = state.withLock { state in
      state.task = task
      return state.isAbandoned
    }
    if isAbandoned { task.cancel() }
  }

  @usableFromInline
  func complete(_ outcome: Result<Value, any Error>) {
    let former = state.withLock { state in
      let former = state
      state.outcome = outcome
      state.threads = []
      state.tasks = []
      state.task = nil
      return former
    }
    for parker in former.threads { parker.post(1) }
    for task in former.tasks { task.continuation.resume(returning: outcome) }
    withExtendedLifetime(former) {}
  }

  /// Only for a creation on a thread, which is never abandoned.
  @usableFromInline
  func wait() throws -> Value {
    let parker: Parker? = state.withLock { state in
      guard state.outcome == nil else { return nil }
      let parker = Parker()
      state.threads.append(parker)
      return parker
    }
    if let parker {
      _ = parker.wait(until: nil, spinning: 100)
      parker.deallocate()
    }
    guard let outcome = state.withLock({ $0.outcome }) else {
      preconditionFailure("A waiting thread was woken without an outcome.")
    }
    return try outcome.get()
  }

  func join() -> Ticket? {
    state.withLock { state in
      guard !state.isAbandoned else { return nil }
      state.wanted += 1
      state.nextTicket += 1
      return Ticket(number: state.nextTicket)
    }
  }

  /// The last caller to leave calls `whenAbandoned`, before the task that creates the value is
  /// cancelled.
  func wait(
    _ ticket: Ticket, whenAbandoned: @escaping @Sendable () -> Void
  ) async throws -> Value {
    let outcome = await parked {
      park($0, ticket)
    } onCancel: {
      leave(ticket, whenAbandoned)
    }
    return try outcome.get()
  }

  private func park(
    _ continuation: UnsafeContinuation<Outcome, Never>, _ ticket: Ticket
  ) -> Outcome? {
    state.withLock { state in
      if state.cancelled.contains(ticket.number) { return .failure(CancellationError()) }
      if let outcome = state.outcome { return outcome }
      state.tasks.append(WaitingTask(number: ticket.number, continuation: continuation))
      return nil
    }
  }

  private func leave(_ ticket: Ticket, _ whenAbandoned: () -> Void) {
    let left: (waiting: WaitingTask?, isLast: Bool, task: Task<Void, Never>?)? =
      state.withLock { state in
        guard state.outcome == nil else { return nil }
        let index = state.tasks.firstIndex { $0.number == ticket.number }
        let waiting = index.map { state.tasks.remove(at: $0) }
        if waiting == nil { state.cancelled.append(ticket.number) }
        state.wanted -= 1
        let isLast = state.wanted == 0
        if isLast { state.isAbandoned = true }
        return (waiting, isLast, isLast ? state.task : nil)
      }
    guard let left else { return }
    if left.isLast { whenAbandoned() }
    left.task?.cancel()
    left.waiting?.continuation.resume(returning: .failure(CancellationError()))
  }
}
