internal import StageFloor

/// An observer's closure, while the observation lasts.
final class PressureObserver: Sendable {
  typealias Body = @Sendable (PressureEvent) async -> Void

  private let body: Guarded<Body?>

  init(_ body: @escaping Body) { self.body = Guarded(body) }

  /// Calls the closure with each event, until the events or the observation end.
  func follow(_ events: PressureEvents) async {
    for await event in events {
      guard let body = body.copy else { break }
      await body(event)
    }
    end()
  }

  // Without the lock: objects that the closure captures may be destroyed here.
  func end() { _ = body.exchange(nil) }
}

extension PressureCore {
  /// Starts a task that calls `body`, and returns it for tests.
  func observe(_ body: @escaping PressureObserver.Body) -> (ObservationToken, Task<Void, Never>) {
    let observer = PressureObserver(body)
    let task = Task.detached(priority: .high) { await observer.follow(PressureEvents(self)) }
    let token = ObservationToken {
      observer.end()
      task.cancel()
    }
    return (token, task)
  }
}
