internal import StageFloor

/// An observation of an application's screens, which lasts until this object is cancelled or
/// released.
///
/// It retains neither the application nor a screen.
public final class ScreenObservation: Sendable {
  private let observer: ScreenObserver

  init(_ observer: ScreenObserver) { self.observer = observer }

  deinit {
    if MainActor.isCurrent {
      MainActor.assumeIsolated { observer.end() }
    } else {
      let observer = observer
      Task.detached { @MainActor in observer.end() }
    }
  }

  /// Ends the observation, and releases the observer.
  ///
  /// May be called repeatedly, and by the observer itself. An observer that cancels itself while it
  /// handles an event receives no further one.
  @MainActor
  public func cancel() { observer.end() }
}

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
}
