internal import StageFloor

/// One making of a value for which several may wait, threads and tasks.
///
/// It is begun by whoever found the value missing, and completed once. Whoever takes a waiter out
/// wakes it; nobody else does.
@usableFromInline
final class Flight<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, any Error>

  /// What a task waits under.
  struct Ticket: Sendable {
    fileprivate var number: Int
  }

  private struct WaitingTask: Sendable {
    var number: Int
    var continuation: UnsafeContinuation<Outcome, Never>
  }

  private struct State {
    var outcome: Outcome?
    /// The task that makes the value, once it was started.
    var task: Task<Void, Never>?
    /// How many want the value; a thread that makes it counts.
    var wanted = 0
    /// All who wanted it have gone: it is not waited for any more.
    var isAbandoned = false
    var nextTicket = 0
    var threads: [Parker] = []
    var tasks: [WaitingTask] = []
    /// Those whose task was cancelled before it went to sleep.
    var cancelled: [Int] = []
  }

  private let lock = LockWord()
  nonisolated(unsafe) private var state = State()  // guard: `lock`
  /// A making by a thread, or by a task.
  @usableFromInline
  init(onThread isOnThread: Bool) {
    state.wanted = isOnThread ? 1 : 0
  }

  deinit { lock.deallocate() }

  /// Names the task that makes the value.
  func begin(_ task: Task<Void, Never>) {
    lock.lock()
    state.task = task
    let isAbandoned = state.isAbandoned
    lock.unlock()
    if isAbandoned { task.cancel() }
  }

  /// The value was made, or not: wakes all who wait.
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

  /// Waits for the value; the calling thread sleeps.
  ///
  /// Only for a making on a thread, which nobody abandons.
  ///
  /// - Returns: the value.
  /// - Throws: why it could not be made.
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
    guard let outcome else { preconditionFailure("A thread that waits is woken by the outcome.") }
    return try outcome.get()
  }

  /// Enters a task that will wait; nil if all who did have gone.
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
  ///   - ticket: from ``join()``; it is good for one wait.
  ///   - whenAbandoned: called if this was the last who wanted the value, before the task that makes
  ///     it is cancelled.
  /// - Returns: the value.
  /// - Throws: why it could not be made, or that the waiting task was cancelled.
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
