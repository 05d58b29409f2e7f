internal import StageFloor

/// A reason why the view of a screen must stay, for as long as this is kept.
///
/// It does not keep the screen alive.
public final class ScreenHold: Sendable {
  /// What to tell who asks why the view stays.
  public let reason: String

  private let number: Int
  private let screen: WeakScreen

  @MainActor
  init(_ screen: AnyScreen, number: Int, reason: String) {
    self.screen = WeakScreen(screen)
    self.number = number
    self.reason = reason
  }

  deinit {
    let (number, screen) = (number, screen)
    if MainActor.isCurrent {
      MainActor.assumeIsolated { screen.end(number) }
    } else {
      Task.detached { @MainActor in screen.end(number) }
    }
  }

  /// Lets the view go again, as far as this hold is concerned.
  ///
  /// Releasing it again does nothing. Dropping the hold does the same; if that happens off the main
  /// actor, a moment later.
  @MainActor
  public func release() { screen.end(number) }
}

/// The screen that is held.
@MainActor
private final class WeakScreen {
  private weak var screen: AnyScreen?

  init(_ screen: AnyScreen) { self.screen = screen }

  func end(_ number: Int) {
    screen?.holds[number] = nil
    screen = nil
  }
}
