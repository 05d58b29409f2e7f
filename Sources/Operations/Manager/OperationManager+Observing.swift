internal import StageFloor

/// Something that happened to an operation.
public struct OperationEvent: Sendable {
  /// What happened.
  public enum Kind: Sendable, Hashable {
    /// It was given to its manager.
    case submitted
    /// It could start.
    case ready
    /// An attempt of it began, the first has number 1.
    case started(attempt: Int)
    /// It failed or was interrupted, and will be tried again.
    case retrying(attempt: Int)
    /// It has ended.
    case ended(OperationEnding)
    /// Nothing has happened for a long time, though something should.
    case stalled(String)
  }

  /// What happened.
  public let kind: Kind
  /// What the operation is called.
  public let name: String
  /// The operation; nil for what concerns the manager as a whole.
  public let operation: AnyOperationHandle?
}

extension OperationEvent: CustomStringConvertible {
  /// A sentence that tells what happened.
  public var description: String {
    switch kind {
    case .submitted: "“\(name)” was submitted."
    case .ready: "“\(name)” could start."
    case .started(let attempt): "“\(name)” starts, attempt \(attempt)."
    case .retrying(let attempt): "“\(name)” will be tried again, attempt \(attempt)."
    case .ended(.succeeded): "“\(name)” has succeeded."
    case .ended(.failed): "“\(name)” has failed."
    case .ended(let ending): "“\(name)” was \(ending)."
    case .stalled(let why): "Nothing has happened for a long time: \(why)"
    }
  }
}

/// Keeps an observer; when it is gone, the observer hears no more.
public final class OperationObservation: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}

/// Those who listen to a manager, and what they have not heard yet.
struct ObserverList {
  typealias Observer = @Sendable (OperationEvent) -> Void

  var observers: [UInt64: Observer] = [:]
  var unheard: [OperationEvent] = []
  /// Somebody is telling them at the moment: one at a time does, so that the order holds.
  var isTelling = false

  var isEmpty: Bool { observers.isEmpty }
}

extension OperationManager {
  /// Calls `observer` for whatever happens to the operations of this manager from now on.
  ///
  /// Events come one at a time, in the order in which they happened, on whatever thread made one
  /// happen; no lock is held. While nobody observes, events cost nothing. An event that is on its way
  /// when the observer is let go of may still reach it.
  ///
  /// One thread at a time tells observers. So when the end of an operation is known, and when
  /// ``waitUntilIdle()`` has returned, its last events may still be on their way on another thread.
  ///
  /// - Parameter observer: what to call; it should be quick, and may use the manager.
  /// - Returns: what keeps the observer; let go of it to end it.
  public func observe(
    _ observer: @escaping @Sendable (OperationEvent) -> Void
  ) -> OperationObservation {
    let ticket = Engine.shared.perform { _ in
      let ticket = Engine.shared.drawTicket()
      observers.observers[ticket] = observer
      return ticket
    }
    // What is submitted from now on is followed from its beginning.
    Engine.shared.followAll(of: self)
    return OperationObservation { [weak self] in
      // This reference may become the last one: it goes without the lock.
      guard let self else { return }
      let observer = Engine.shared.lock.withLock {
        observers.observers.removeValue(forKey: ticket)
      }
      withExtendedLifetime((self, observer)) {}
    }
  }

  /// Whatever happens to the operations of this manager from now on, as a sequence.
  ///
  /// Events come in the order in which they happened, and none is lost to a reader that is slow: they
  /// wait for it. Each call makes a sequence of its own, for one reader; let go of it, and of its
  /// iterator, to end it. It does not end by itself.
  public var events: OperationUpdates<OperationEvent> {
    let mailbox = Mailbox<OperationEvent>()
    let observation = observe { event in mailbox.put(event)?.resume() }
    return OperationUpdates(mailbox: mailbox, source: observation)
  }

  /// Notes an event; under the lock.
  func tell(_ kind: OperationEvent.Kind, _ handle: AnyOperationHandle?, _ deeds: inout Deeds) {
    guard isObserved else { return }
    observers.unheard.append(
      OperationEvent(kind: kind, name: handle?.name ?? name, operation: handle))
    guard !observers.isTelling else { return }
    observers.isTelling = true
    deeds.append(.report(self))
  }

  /// Tells the observers what they have not heard, until there is nothing more.
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
