internal import StageFloor

/// Somebody who is told what happens to the screens of an application, until this is dropped or
/// cancelled.
///
/// Keep it as long as you want to be told. It keeps neither the application nor a screen alive.
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

  /// Never tells the observer again, and lets go of it.
  ///
  /// It may be called again and again, and by the observer while it is being told. An observer that
  /// is being told of one event is not told of the next.
  @MainActor
  public func cancel() { observer.end() }
}

/// The observer itself, for as long as it observes.
@MainActor
final class ScreenObserver {
  private weak var application: ScreenApplication?
  private var body: (@MainActor (ScreenEvent) -> Void)?

  init(_ application: ScreenApplication, _ body: @escaping @MainActor (ScreenEvent) -> Void) {
    self.application = application
    self.body = body
  }

  func tell(_ event: ScreenEvent) { body?(event) }

  func end() {
    guard body != nil else { return }
    application?.forget(self)
    // Last: what the observer holds may end here, and do anything.
    body = nil
  }
}
