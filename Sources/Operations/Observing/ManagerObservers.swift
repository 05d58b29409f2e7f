internal import StageFloor
internal import Synchronization

/// The observers of a manager, and the events that have not been delivered to them.
///
/// Its lock is also taken under that of the engine, never the other way round: so ending an
/// observation does not wait for the operations of any manager.
final class ManagerObservers: Sendable {
  typealias Event = OperationManager.Event

  private struct State {
    var observers = ObserverList<Event>()
    var undelivered: [Event] = []
    var deliveredCount = 0
    /// Whether a thread is delivering events; only one does at a time, to preserve the order.
    var isDelivering = false
  }

  private let state = Guarded(State())
  private let hasObservers = Atomic(false)

  /// A change is visible to the next holder of the engine's lock after the observer's thread.
  var isEmpty: Bool { !hasObservers.load(ordering: .relaxed) }

  var moveCount: Int { state.withLock { $0.observers.moveCount } }

  func add(_ body: @escaping @Sendable (Event) -> Void) -> EventObserver<Event> {
    state.withLock { state in
      let observer = EventObserver(
        body, eventsBefore: state.deliveredCount + state.undelivered.count)
      state.observers.add(observer)
      hasObservers.store(true, ordering: .relaxed)
      return observer
    }
  }

  /// The caller releases the observer afterwards.
  func remove(_ observer: EventObserver<Event>) {
    guard observer.cancel() else { return }
    state.withLock { state in
      state.observers.remove(observer)
      if state.observers.isEmpty { hasObservers.store(false, ordering: .relaxed) }
    }
  }

  /// Returns whether the caller has to call ``deliver()`` without a lock.
  func post(_ event: Event) -> Bool {
    state.withLock { state in
      state.undelivered.append(event)
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
  }

  /// Without a lock.
  func deliver() {
    while true {
      let (first, events, places) = state.withLock { state in
        let (first, events) = (state.deliveredCount, state.undelivered)
        state.deliveredCount += events.count
        state.undelivered = []
        if events.isEmpty { state.isDelivering = false }
        return (first, events, state.observers.places)
      }
      if events.isEmpty { return }
      for (number, event) in zip(first..., events) {
        for case let observer? in places where observer.eventsBefore <= number {
          observer.notify(event)
        }
      }
    }
  }
}
