@_exported public import class StageFloor.ObservationToken

/// The observer's closure, while the observation lasts.
@MainActor
final class ScreenObserver {
  private weak var application: ScreenApplication?
  private var body: (@MainActor (ScreenEvent) -> Void)?

  init(_ application: ScreenApplication, _ body: @escaping @MainActor (ScreenEvent) -> Void) {
    self.application = application
    self.body = body
  }

  func notify(_ event: ScreenEvent) { body?(event) }

  func end() {
    guard body != nil else { return }
    application?.remove(self)
    // Last, because objects captured by the closure may be destroyed here, and run arbitrary code.
    body = nil
  }

  /// At once on the main actor, and soon from another thread.
  nonisolated func endSoon() {
    if MainActor.isCurrent {
      MainActor.assumeIsolated { end() }
    } else {
      Task.detached { @MainActor in self.end() }
    }
  }
}
