/// Counts the maps of an app.
final class Census: Sendable {
  struct Counts: Sendable {
    /// Maps made.
    var constructions = 0
    /// Times that a map was drawn.
    var renders = 0
    /// Maps that exist.
    var alive = 0
    /// Maps that existed at most at a time.
    var mostAlive = 0
  }

  private let state = Locked(Counts())

  var counts: Counts { state.withLock { $0 } }

  func constructed() {
    state.withLock { counts in
      counts.constructions += 1
      counts.alive += 1
      counts.mostAlive = max(counts.mostAlive, counts.alive)
    }
  }

  func rendered() { state.withLock { $0.renders += 1 } }

  func ended() { state.withLock { $0.alive -= 1 } }
}
