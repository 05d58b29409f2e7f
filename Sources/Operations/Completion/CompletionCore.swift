internal import StageFloor

/// State that is settled once, shared by a completion and its waiter.
///
/// The waiting side holds this object and not the completion: the completion must be able to
/// deinitialize, because its `deinit` reveals that no code can finish it any more.
final class CompletionCore<Output: Sendable>: Sendable {
  typealias Outcome = Result<Output, any Error>
  typealias Receiver = @Sendable (Outcome) -> Void

  private enum Phase {
    /// Neither finished nor awaited. Exits: `awaited`, `settled`.
    case open
    /// Exit: `settled`; the settling thread calls the receiver.
    case awaited(Receiver)
    /// The outcome, stored until a receiver takes it.
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

  /// With `abandonsOnCancel`, a cancellation settles the state.
  init(abandonsOnCancel: Bool = false) { self.abandonsOnCancel = abandonsOnCancel }

  deinit { lock.deallocate() }

  var isCancelled: Bool { lock.withLock { state.isCancelled } }

  var isSettled: Bool {
    lock.withLock {
      if case .settled = state.phase { true } else { false }
    }
  }

  /// Returns whether this call settled it.
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
    // Released at the end of this function, without the lock.
    let handlers = state.cancelHandlers
    state.cancelHandlers = []
    lock.unlock()
    receiver?(outcome)
    withExtendedLifetime(handlers) {}
    return true
  }

  /// Calls `receiver` with the outcome, at once if it is settled; only one receiver, and once.
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

  /// Waits regardless of task cancellation.
  var outcome: Outcome {
    get async {
      await withUnsafeContinuation { continuation in
        whenSettled { continuation.resume(returning: $0) }
      }
    }
  }

  func cancel() {
    lock.lock()
    state.isCancelled = true
    let handlers = state.cancelHandlers
    state.cancelHandlers = []
    lock.unlock()
    for handler in handlers { handler() }
    if abandonsOnCancel { _ = settle(.failure(CancellationError())) }
  }

  /// Calls `handler` at once if the cancellation has already happened.
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
