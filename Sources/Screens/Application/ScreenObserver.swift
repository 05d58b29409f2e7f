internal import Synchronization

@_exported public import class StageFloor.ObservationToken

/// The observer's closure, while the observation lasts.
@MainActor
final class ScreenObserver {
  private weak var application: ScreenApplication?
  private var body: (@MainActor (ScreenEvent) -> Void)?
  private nonisolated let endsSoon = Atomic(false)

  init(_ application: ScreenApplication, _ body: @escaping @MainActor (ScreenEvent) -> Void) {
    self.application = application
    self.body = body
  }

  var hasEnded: Bool { body == nil }

  func notify(_ event: ScreenEvent) { body?(event) }

  func end() {
    guard let body = body.take() else { return }
    application?.observers.oneHasEnded()
    // Last, because objects captured by the closure may be destroyed here, and run arbitrary code.
    withExtendedLifetime(body) {}
  }

  /// At once on the main actor, and soon from another thread; returns whether it has ended.
  nonisolated func endSoon() -> Bool {
    if MainActor.isCurrent {
      MainActor.assumeIsolated { end() }
      return true
    }
    if !endsSoon.exchange(true, ordering: .relaxed) {
      Task.detached { @MainActor in self.end() }
    }
    return false
  }
}
