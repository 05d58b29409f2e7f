public import StageFloor
@_exported public import class StageFloor.ObservationToken

struct ObserverList {
  var observers: [EventObserver<OperationManager.Event>] = []
  var undelivered: [OperationManager.Event] = []
  /// Whether a thread is delivering events; only one does at a time, to preserve the order.
  var isDelivering = false

  var isEmpty: Bool { observers.isEmpty }
}

extension OperationManager {
  /// Calls `observer` for each event of this manager's operations from now on.
  ///
  /// Events are delivered one at a time, in the order in which they happened, on a thread that
  /// caused one of them; no lock is held. Without observers, events cost nothing.
  ///
  /// Because only one thread at a time delivers events, the last events of an operation may be
  /// delivered on another thread after its end is known, or after ``waitUntilIdle()`` has returned.
  ///
  /// - Parameter observer: The function to call. It should return quickly, and may use the manager.
  /// - Returns: A token that ends the observation when it is cancelled or released.
  public func observe(
    _ observer: @escaping @Sendable (Event) -> Void
  ) -> ObservationToken {
    let entry = EventObserver(observer)
    Engine.shared.modify { _ in observers.observers.append(entry) }
    // Operations submitted from now on are observed from the start.
    Engine.shared.reportReadinessOfAll(of: self)
    return entry.makeToken { [weak self] entry in
      guard let self else { return }
      Engine.shared.lock.withLock {
        observers.observers.removeAll { $0 === entry }
      }
      // This may be the last reference; it is released without the lock.
      withExtendedLifetime(self) {}
    }
  }

  /// The events of this manager's operations from now on, as a sequence.
  ///
  /// Events arrive in the order in which they happened and are buffered for a slow consumer without
  /// loss. Each call returns a separate sequence for one consumer. The sequence does not end by
  /// itself; release it and its iterator to end the observation.
  public var events: AsyncStream<Event> {
    let mailbox = Mailbox<Event>()
    let observation = observe { event in mailbox.put(event)?.resume() }
    return mailbox.stream(keeping: observation)
  }

  /// Under the lock.
  func postEvent(
    _ kind: Event.Kind, _ handle: AnyOperationHandle?, _ effects: inout Effects
  ) {
    guard isObserved else { return }
    observers.undelivered.append(
      Event(kind: kind, name: handle?.name ?? name, operation: handle))
    guard !observers.isDelivering else { return }
    observers.isDelivering = true
    effects.append(.deliverEvents(self))
  }

  func deliverEvents() {
    while true {
      let (events, observers) = Engine.shared.lock.withLock {
        let events = self.observers.undelivered
        self.observers.undelivered = []
        if events.isEmpty { self.observers.isDelivering = false }
        return (events, self.observers.observers)
      }
      if events.isEmpty { return }
      for event in events { observers.notify(event) }
    }
  }
}
