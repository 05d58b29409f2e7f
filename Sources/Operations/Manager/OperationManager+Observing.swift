internal import StageFloor

/// An event in the life of an operation.
public struct OperationEvent: Sendable {
  /// The kind of an event.
  public enum Kind: Sendable, Hashable {
    /// The operation was submitted.
    case submitted
    /// The operation can start.
    case ready
    /// An attempt started; the first has number 1.
    case started(attempt: Int)
    /// An attempt failed or was interrupted, and another one follows.
    case retrying(attempt: Int)
    /// The operation has ended.
    case ended(OperationEnding)
    /// No operation has been submitted or has changed state for a long time; the text explains why.
    case stalled(String)
  }

  /// The kind of the event.
  public let kind: Kind
  /// The name of the operation.
  public let name: String
  /// The operation; nil for an event that concerns the manager as a whole.
  public let operation: AnyOperationHandle?
}

extension OperationEvent: CustomStringConvertible {
  /// A sentence that describes the event.
  public var description: String {
    switch kind {
    case .submitted: "“\(name)” was submitted."
    case .ready: "“\(name)” is ready."
    case .started(let attempt): "“\(name)” starts, attempt \(attempt)."
    case .retrying(let attempt): "“\(name)” will be retried, attempt \(attempt)."
    case .ended(.succeeded): "“\(name)” has succeeded."
    case .ended(.failed): "“\(name)” has failed."
    case .ended(let ending): "“\(name)” was \(ending)."
    case .stalled(let why): "Nothing has happened for a long time: \(why)"
    }
  }
}

/// Keeps an observer registered until it is cancelled or released.
public final class OperationObservation: Sendable {
  private let removeObserver: @Sendable () -> Void

  init(removeObserver: @escaping @Sendable () -> Void) { self.removeObserver = removeObserver }

  deinit { removeObserver() }

  /// Ends the observation and releases the observer.
  ///
  /// An event that is being delivered at that moment may still reach the observer. Cancelling again
  /// has no effect. Releasing the observation cancels it too.
  public func cancel() { removeObserver() }
}

/// The observers of a manager and the events that have not been delivered.
struct ObserverList {
  typealias Observer = @Sendable (OperationEvent) -> Void

  var observers: [UInt64: Observer] = [:]
  var unheard: [OperationEvent] = []
  /// Whether a thread is delivering events; only one does at a time, to preserve the order.
  var isTelling = false

  var isEmpty: Bool { observers.isEmpty }
}

extension OperationManager {
  /// Calls `observer` for each event of this manager's operations from now on.
  ///
  /// Events are delivered one at a time, in the order in which they happened, on a thread that
  /// caused one of them; no lock is held. Without observers, events cost nothing. An event that is
  /// being delivered when the observation is cancelled may still reach the observer.
  ///
  /// Because only one thread at a time delivers events, the last events of an operation may be
  /// delivered on another thread after its end is known, or after ``waitUntilIdle()`` has returned.
  ///
  /// - Parameter observer: The function to call. It should return quickly, and may use the manager.
  /// - Returns: An observation that ends when it is cancelled or released.
  public func observe(
    _ observer: @escaping @Sendable (OperationEvent) -> Void
  ) -> OperationObservation {
    let ticket = Engine.shared.perform { _ in
      let ticket = Engine.shared.drawTicket()
      observers.observers[ticket] = observer
      return ticket
    }
    // Operations submitted from now on are observed from the start.
    Engine.shared.followAll(of: self)
    return OperationObservation { [weak self] in
      // This may become the last reference; release it without the lock.
      guard let self else { return }
      let observer = Engine.shared.lock.withLock {
        observers.observers.removeValue(forKey: ticket)
      }
      withExtendedLifetime((self, observer)) {}
    }
  }

  /// The events of this manager's operations from now on, as a sequence.
  ///
  /// Events arrive in the order in which they happened and are buffered for a slow consumer without
  /// loss. Each call returns a separate sequence for one consumer. The sequence does not end by
  /// itself; release it and its iterator to end the observation.
  public var events: OperationUpdates<OperationEvent> {
    let mailbox = Mailbox<OperationEvent>()
    let observation = observe { event in mailbox.put(event)?.resume() }
    return OperationUpdates(mailbox: mailbox, source: observation)
  }

  /// Enqueues an event for the observers; under the lock.
  func tell(_ kind: OperationEvent.Kind, _ handle: AnyOperationHandle?, _ deeds: inout Deeds) {
    guard isObserved else { return }
    observers.unheard.append(
      OperationEvent(kind: kind, name: handle?.name ?? name, operation: handle))
    guard !observers.isTelling else { return }
    observers.isTelling = true
    deeds.append(.report(self))
  }

  /// Delivers the enqueued events until none is left.
  func tellObservers() {
    while true {
      let (events, observers) = Engine.shared.lock.withLock {
        let events = self.observers.unheard
        self.observers.unheard = []
        if events.isEmpty { self.observers.isTelling = false }
        return (events, self.observers.observers.sorted { $0.key < $1.key }.map(\.value))
      }
      if events.isEmpty { return }
      for event in events {
        for observer in observers { observer(event) }
      }
    }
  }
}
