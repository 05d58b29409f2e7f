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
    /// The tickets of tasks that were cancelled before they were parked.
    var cancelled: [Int] = []
  }

  private let lock = LockWord()
  nonisolated(unsafe) private var state = State()  // guard: `lock`

  @usableFromInline
  init(onThread isOnThread: Bool) {
    state.wanted = isOnThread ? 1 : 0
  }

  deinit { lock.deallocate() }

  func begin(_ task: Task<Void, Never>) {
    lock.lock()
    state.task = task
    let isAbandoned = state.isAbandoned
    lock.unlock()
    if isAbandoned { task.cancel() }
  }

  @usableFromInline
  func complete(_ outcome: Result<Value, any Error>) {
    lock.lock()
    state.outcome = outcome
    let threads = state.threads
    let tasks = state.tasks
    let task = state.task
    state.threads = []
    state.tasks = []
    state.task = nil
    lock.unlock()
    for parker in threads { parker.post(1) }
    for task in tasks { task.continuation.resume(returning: outcome) }
    withExtendedLifetime(task) {}
  }

  /// Only for a creation on a thread, which is never abandoned.
  @usableFromInline
  func wait() throws -> Value {
    lock.lock()
    if let outcome = state.outcome {
      lock.unlock()
      return try outcome.get()
    }
    let parker = Parker()
    state.threads.append(parker)
    lock.unlock()
    _ = parker.wait(until: nil, spinning: 100)
    parker.deallocate()
    lock.lock()
    let outcome = state.outcome
    lock.unlock()
    guard let outcome else { preconditionFailure("A waiting thread was woken without an outcome.") }
    return try outcome.get()
  }

  /// Nil if the creation was abandoned.
  func join() -> Ticket? {
    lock.lock()
    defer { lock.unlock() }
    guard !state.isAbandoned else { return nil }
    state.wanted += 1
    state.nextTicket += 1
    return Ticket(number: state.nextTicket)
  }

  /// The last caller to leave calls `whenAbandoned`, before the task that creates the value is
  /// cancelled.
  func wait(
    _ ticket: Ticket, whenAbandoned: @escaping @Sendable () -> Void
  ) async throws -> Value {
    let outcome = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in park(continuation, ticket) }
    } onCancel: {
      leave(ticket, whenAbandoned)
    }
    return try outcome.get()
  }

  private func park(_ continuation: UnsafeContinuation<Outcome, Never>, _ ticket: Ticket) {
    lock.lock()
    var outcome = state.outcome
    if state.cancelled.contains(ticket.number) { outcome = .failure(CancellationError()) }
    if outcome == nil {
      state.tasks.append(WaitingTask(number: ticket.number, continuation: continuation))
    }
    lock.unlock()
    if let outcome { continuation.resume(returning: outcome) }
  }

  private func leave(_ ticket: Ticket, _ whenAbandoned: () -> Void) {
    lock.lock()
    guard state.outcome == nil else {
      lock.unlock()
      return
    }
    let index = state.tasks.firstIndex { $0.number == ticket.number }
    let waiting = index.map { state.tasks.remove(at: $0) }
    if waiting == nil { state.cancelled.append(ticket.number) }
    state.wanted -= 1
    let isLast = state.wanted == 0
    if isLast { state.isAbandoned = true }
    let task = isLast ? state.task : nil
    lock.unlock()
    if isLast { whenAbandoned() }
    task?.cancel()
    waiting?.continuation.resume(returning: .failure(CancellationError()))
  }
}
