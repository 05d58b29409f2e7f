internal import CStageFloor
public import StageFloor
@_exported public import class StageFloor.ObservationToken

extension OperationManager {
  /// Calls `observer` for each event of this manager's operations from now on.
  ///
  /// Events are delivered one at a time, in the order in which they happened, on a thread that
  /// caused one of them; no lock is held. Without observers, events cost nothing.
  ///
  /// The first event is the first one that happens after the call, even if earlier ones have not
  /// been delivered to other observers yet. Because only one thread at a time delivers events, the
  /// last events of an operation may be delivered on another thread after its end is known, or after
  /// ``waitUntilIdle()`` has returned.
  ///
  /// - Parameter observer: The function to call. It should return quickly, and may use the manager.
  /// - Returns: A token that ends the observation when it is cancelled or released. That waits for no
  ///   operation and no lock of other managers.
  /// - Complexity: O(*n*) for *n* operations that have not ended; to end the observation, O(1),
  ///   amortized.
  public func observe(
    _ observer: @escaping @Sendable (Event) -> Void
  ) -> ObservationToken {
    let entry = observers.add(observer)
    // Operations submitted from now on are observed from the start.
    Engine.shared.reportReadinessOfAll(of: self)
    return ObservationToken.stopping(untilEnded: { [weak observers] in
      observers?.remove(entry)
      return true
    })
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

  func postEvent(
    _ kind: Event.Kind, _ handle: AnyOperationHandle?, _ effects: inout Effects
  ) {
    guard isObserved else { return }
    let event = Event(
      kind: kind, name: handle?.name ?? name, operation: handle,
      blocker: handle?.details.blocker.number ?? 0, moment: stage_nanoseconds())
    if observers.post(event) { effects.append(.deliverEvents(self)) }
  }
}
