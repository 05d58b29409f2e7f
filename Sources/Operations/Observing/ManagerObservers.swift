internal import StageFloor
internal import Synchronization

/// The observers of a manager, and the events that have not been delivered to them.
///
/// Its lock is also taken under that of the engine, never the other way round: so ending an
/// observation does not wait for the operations of any manager.
final class ManagerObservers: Sendable {
  typealias Event = OperationManager.Event

  final class Observer: Sendable {
    let body: EventObserver<Event>
    /// The number of events before the first one that it receives.
    let eventsBefore: Int
    /// Its index among the places; used under the lock.
    let place: Atomic<Int>

    fileprivate init(_ body: EventObserver<Event>, eventsBefore: Int, place: Int) {
      self.body = body
      self.eventsBefore = eventsBefore
      self.place = Atomic(place)
    }
  }

  private struct State {
    /// In the order of their registration; nil where one was removed.
    var places: [Observer?] = []
    var count = 0
    /// The number of observers that were moved to close gaps, as a measure of the cost.
    var moveCount = 0
    var undelivered: [Event] = []
    var deliveredCount = 0
    /// Whether a thread is delivering events; only one does at a time, to preserve the order.
    var isDelivering = false

    /// Moves at most one observer for each that was removed since the last time.
    mutating func closeGaps() {
      guard 2 * count <= places.count else { return }
      let present = places.compactMap { $0 }
      for (place, observer) in present.enumerated() {
        observer.place.store(place, ordering: .relaxed)
      }
      moveCount += present.count
      places = present
    }
  }

  private let state = Guarded(State())
  private let hasObservers = Atomic(false)

  /// A change is visible to the next holder of the engine's lock after the observer's thread.
  var isEmpty: Bool { !hasObservers.load(ordering: .relaxed) }

  var moveCount: Int { state.withLock { $0.moveCount } }

  func add(_ body: EventObserver<Event>) -> Observer {
    state.withLock { state in
      let observer = Observer(
        body, eventsBefore: state.deliveredCount + state.undelivered.count,
        place: state.places.count)
      state.places.append(observer)
      state.count += 1
      hasObservers.store(true, ordering: .relaxed)
      return observer
    }
  }

  /// The caller releases the observer afterwards.
  ///
  /// - Complexity: O(1), amortized over the removed observers.
  func remove(_ observer: Observer) {
    guard observer.body.cancel() else { return }
    state.withLock { state in
      state.places[observer.place.load(ordering: .relaxed)] = nil
      state.count -= 1
      if state.count == 0 { hasObservers.store(false, ordering: .relaxed) }
      state.closeGaps()
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
        return (first, events, state.places)
      }
      if events.isEmpty { return }
      for (number, event) in zip(first..., events) {
        for case let observer? in places where observer.eventsBefore <= number {
          observer.body.notify(event)
        }
      }
    }
  }
}
