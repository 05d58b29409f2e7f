internal import StageFloor

final class PressureObserver: Sendable {
  typealias Body = @isolated(any) @Sendable (PressureEvent) async -> Void

  private let body: Guarded<Body?>

  init(_ body: @escaping Body) { self.body = Guarded(body) }

  func follow(_ events: PressureEvents) async {
    let actor = body.copy?.isolation
    for await event in events {
      guard await call(event, on: actor) else { break }
    }
    end()
  }

  /// Calls the closure from its own actor, and returns whether the observation lasts.
  ///
  /// The closure is read on that actor, from where it is called without a suspension: otherwise a
  /// cancellation on the actor would miss a call that already waits for its turn there.
  private func call(_ event: PressureEvent, on actor: isolated (any Actor)?) async -> Bool {
    guard let body = body.copy else { return false }
    await body(event)
    return true
  }

  // Without the lock: objects that the closure captures may be destroyed here.
  func end() { _ = body.exchange(nil) }
}

extension PressureCore {
  func observe(_ body: @escaping PressureObserver.Body) -> (ObservationToken, Task<Void, Never>) {
    let observer = PressureObserver(body)
    let task = Task.detached(priority: .high) { await observer.follow(PressureEvents(self)) }
    let token = ObservationToken.stopping(untilEnded: {
      observer.end()
      task.cancel()
      return true
    })
    return (token, task)
  }
}
