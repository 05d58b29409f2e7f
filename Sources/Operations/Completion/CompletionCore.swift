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
  private let state = Guarded(State())

  /// With `abandonsOnCancel`, a cancellation settles the state.
  init(abandonsOnCancel: Bool = false) { self.abandonsOnCancel = abandonsOnCancel }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  var isSettled: Bool {
    state.withLock {
      if case .settled = $0.phase { true } else { false }
    }
  }

  func settle(_ outcome: Outcome) -> Bool {
    // The old state is released without the lock.
    let old = state.withLock { state -> State? in
      let old = state
      switch state.phase {
      case .settled: return nil
      case .open: state.phase = .settled(outcome)
      case .awaited: state.phase = .settled(nil)
      }
      state.cancelHandlers = []
      return old
    }
    guard let old else { return false }
    if case .awaited(let receiver) = old.phase { receiver(outcome) }
    return true
  }

  /// Calls `receiver` with the outcome, at once if it is settled; only one receiver, and once.
  func whenSettled(_ receiver: @escaping Receiver) {
    let outcome = state.withLock { state -> Outcome? in
      guard case .settled(let outcome) = state.phase else {
        state.phase = .awaited(receiver)
        return nil
      }
      state.phase = .settled(nil)
      return outcome
    }
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
    let handlers = state.withLock { state in
      state.isCancelled = true
      defer { state.cancelHandlers = [] }
      return state.cancelHandlers
    }
    for handler in handlers { handler() }
    if abandonsOnCancel { _ = settle(.failure(CancellationError())) }
  }

  /// Calls `handler` at once if the cancellation has already happened.
  func addCancelHandler(_ handler: @escaping @Sendable () -> Void) {
    let isDue = state.withLock { state in
      if case .settled = state.phase { return false }
      if !state.isCancelled { state.cancelHandlers.append(handler) }
      return state.isCancelled
    }
    if isDue { handler() }
  }
}
