internal import StageFloor

/// What ends once: the state that a completion shares with whoever waits for it.
///
/// The waiting side holds this and not the completion, which must be free to die: its end tells that
/// nobody can finish any more.
final class CompletionCore<Output: Sendable>: Sendable {
  typealias Outcome = Result<Output, any Error>
  typealias Receiver = @Sendable (Outcome) -> Void

  private enum Phase {
    /// Nobody has finished, nobody has come to wait. Exits: `awaited`, `settled`.
    case open
    /// Exit: `settled`. Whoever settles tells the receiver.
    case awaited(Receiver)
    /// The outcome is kept for the one who comes to wait, if nobody has.
    case settled(Outcome?)
  }

  private struct State {
    var phase = Phase.open
    var isCancelled = false
    var cancelHandlers: [@Sendable () -> Void] = []
  }

  private let abandonsOnCancel: Bool
  private let lock = LockWord()
  nonisolated(unsafe) private var state = State()  // guard: `lock`

  /// - Parameter abandonsOnCancel: whether a cancellation settles it.
  init(abandonsOnCancel: Bool = false) { self.abandonsOnCancel = abandonsOnCancel }

  deinit { lock.deallocate() }

  var isCancelled: Bool { lock.withLock { state.isCancelled } }

  var isSettled: Bool {
    lock.withLock {
      if case .settled = state.phase { true } else { false }
    }
  }

  /// Settles the outcome, unless it is settled.
  ///
  /// - Returns: whether it was not.
  func settle(_ outcome: Outcome) -> Bool {
    lock.lock()
    var receiver: Receiver?
    switch state.phase {
    case .settled:
      lock.unlock()
      return false
    case .open:
      state.phase = .settled(outcome)
    case .awaited(let known):
      state.phase = .settled(nil)
      receiver = known
    }
    // Let go of here, without the lock.
    let handlers = state.cancelHandlers
    state.cancelHandlers = []
    lock.unlock()
    receiver?(outcome)
    withExtendedLifetime(handlers) {}
    return true
  }

  /// Tells `receiver` the outcome, at once if it is settled.
  ///
  /// Only one is told, once.
  func whenSettled(_ receiver: @escaping Receiver) {
    lock.lock()
    guard case .settled(let outcome) = state.phase else {
      state.phase = .awaited(receiver)
      lock.unlock()
      return
    }
    state.phase = .settled(nil)
    lock.unlock()
    if let outcome { receiver(outcome) }
  }

  /// Waits for the outcome, whatever becomes of the task.
  var outcome: Outcome {
    get async {
      await withUnsafeContinuation { continuation in
        whenSettled { continuation.resume(returning: $0) }
      }
    }
  }

  /// The task that waits, or the operation, was cancelled.
  func cancel() {
    lock.lock()
    state.isCancelled = true
    let handlers = state.cancelHandlers
    state.cancelHandlers = []
    lock.unlock()
    for handler in handlers { handler() }
    if abandonsOnCancel { _ = settle(.failure(CancellationError())) }
  }

  /// Keeps `handler` for the cancellation, or calls it if that has been.
  func addCancelHandler(_ handler: @escaping @Sendable () -> Void) {
    lock.lock()
    let isCancelled = state.isCancelled
    if case .settled = state.phase {
      lock.unlock()
      return
    }
    if !isCancelled { state.cancelHandlers.append(handler) }
    lock.unlock()
    if isCancelled { handler() }
  }
}
