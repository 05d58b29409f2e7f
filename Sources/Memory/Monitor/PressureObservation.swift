internal import StageFloor

/// An observation of a monitor's level, which lasts until this object is cancelled or released.
///
/// Retain it for as long as the observer is to be called. It does not retain the monitor, and ends
/// when the monitor is deallocated.
public final class PressureObservation: Sendable {
  private let observer: PressureObserver
  /// Calls the observer; ends with the observation.
  let task: Task<Void, Never>

  init(_ core: PressureCore, _ body: @escaping PressureObserver.Body) {
    let observer = PressureObserver(body)
    self.observer = observer
    task = Task.detached(priority: .high) { await observer.follow(PressureEvents(core)) }
  }

  deinit { cancel() }

  /// Ends the observation and releases the observer.
  ///
  /// An event that is being delivered at that moment may still reach the observer, in a cancelled
  /// task; no further one does. This may be called repeatedly, from any thread, and by the observer
  /// itself. Releasing the observation cancels it too.
  public func cancel() {
    observer.end()
    task.cancel()
  }
}

/// An observer's closure, while the observation lasts.
final class PressureObserver: Sendable {
  typealias Body = @Sendable (PressureEvent) async -> Void

  private let lock = LockWord()
  nonisolated(unsafe) private var body: Body?  // guard: `lock`

  init(_ body: @escaping Body) { self.body = body }

  deinit { lock.deallocate() }

  /// Calls the closure with each event, until the events or the observation end.
  func follow(_ events: PressureEvents) async {
    for await event in events {
      guard let body = lock.withLock({ body }) else { break }
      await body(event)
    }
    end()
  }

  func end() {
    lock.lock()
    let ended = body.take()
    lock.unlock()
    // Without the lock: objects that the closure captures may be destroyed here.
    withExtendedLifetime(ended) {}
  }
}
