public import Synchronization

/// An observer in the list of the observed object.
///
/// It needs no lock. Only the list, a token that is not cancelled, and the threads that are
/// delivering an event retain it; so once it is removed from the list, the closure is released as
/// soon as it has returned.
@usableFromInline
package final class EventObserver<Event>: Sendable {
  @usableFromInline let body: @Sendable (Event) -> Void
  @usableFromInline let isCancelled = Atomic(false)
  /// Its index in the ``ObserverList``, used under the lock of the list.
  let place = Atomic(-1)
  /// Where events are numbered: the number of events before the first one that it receives.
  package let eventsBefore: Int

  package init(_ body: @escaping @Sendable (Event) -> Void, eventsBefore: Int = 0) {
    self.body = body
    self.eventsBefore = eventsBefore
  }

  /// Call this without holding a lock.
  @inlinable
  package func notify(_ event: Event) {
    if !isCancelled.load(ordering: .acquiring) { body(event) }
  }

  package func cancel() -> Bool {
    !isCancelled.exchange(true, ordering: .acquiringAndReleasing)
  }

  /// The closure removes the observer from the list; it is called once.
  package func makeToken(
    _ remove: @escaping @Sendable (EventObserver<Event>) -> Void
  ) -> ObservationToken {
    ObservationToken.stopping(untilEnded: {
      if self.cancel() { remove(self) }
      return true
    })
  }
}

extension Array {
  @inlinable
  package func notify<Event>(_ event: @autoclosure () -> Event)
  where Element == EventObserver<Event>? {
    if isEmpty { return }
    let event = event()
    for observer in self { observer?.notify(event) }
  }
}
