internal import StageFloor

/// One creation of a value, for which several threads and tasks may wait.
///
/// The caller that finds the value missing begins it, and it is completed once. The code that
/// removes a waiter resumes it, exactly once. There is no machine beside it: all it decides is
/// whether there is an outcome, and whether any caller still wants it.
@usableFromInline
final class Creation<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, any Error>

  /// Identifies a waiting task.
  struct Ticket: Sendable {
    fileprivate var number: Int
  }

  private struct WaitingTask: Sendable {
    var number: Int
    var continuation: UnsafeContinuation<Outcome, Never>
  }

  private struct State {
    var outcome: Outcome?
    /// The task that creates the value, once it was started.
    var task: Task<Void, Never>?
    /// The number of callers that want the value, including a thread that creates it.
    var wanted = 0
    /// Whether all callers that wanted it have left: it has no further waiters.
    var isAbandoned = false
    var nextTicket = 0
    var threads: [Parker] = []
    var tasks: [WaitingTask] = []
    /// The tickets of tasks that were cancelled before they were parked.
    var cancelled: [Int] = []
  }

  private let lock = LockWord()
  nonisolated(unsafe) private var state = State()  // guard: `lock`

  /// Creates the state of a creation by a thread or by a task.
  @usableFromInline
  init(onThread isOnThread: Bool) {
    state.wanted = isOnThread ? 1 : 0
  }

  deinit { lock.deallocate() }

  /// Sets the task that creates the value.
  func begin(_ task: Task<Void, Never>) {
    lock.lock()
    state.task = task
    let isAbandoned = state.isAbandoned
    lock.unlock()
    if isAbandoned { task.cancel() }
  }

  /// Sets the outcome and resumes all waiters.
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

  /// Blocks the calling thread until the value was created.
  ///
  /// Only for a creation on a thread, which is never abandoned.
  ///
  /// - Returns: The value.
  /// - Throws: The error of the creation.
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

  /// Adds a task that will wait; returns nil if the creation was abandoned.
  func join() -> Ticket? {
    lock.lock()
    defer { lock.unlock() }
    guard !state.isAbandoned else { return nil }
    state.wanted += 1
    state.nextTicket += 1
    return Ticket(number: state.nextTicket)
  }

  /// Waits for the value, unless the task is cancelled.
  ///
  /// - Parameters:
  ///   - ticket: The ticket from ``join()``, valid for one wait.
  ///   - whenAbandoned: Called if this was the last caller that wanted the value, before the task
  ///     that creates it is cancelled.
  /// - Returns: The value.
  /// - Throws: The error of the creation, or `CancellationError` if the waiting task was cancelled.
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
