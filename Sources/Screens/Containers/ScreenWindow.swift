internal import StageFloor

/// A window: its root screen and the screens presented over it.
///
/// A window is the root of its tree. No screen is visible before the window is opened. Close the
/// window before releasing it if screens in it live on: they are then notified that they have
/// disappeared, and can be shown elsewhere.
@MainActor
open class ScreenWindow<View: AnyObject>: ContainerScreen<View> {
  /// Whether the window is in the background, as last reported by ``enterBackground()`` and
  /// ``enterForeground()``.
  public final var isInBackground: Bool { background.isInBackground }

  private final let background = BackgroundNotifier()

  /// Creates a closed window.
  ///
  /// - Parameters:
  ///   - root: The screen at the bottom. Its view is a `View` or a subclass of it.
  ///   - stage: The stage that shows the root and the screens presented over it.
  ///   - application: The application that the screens belong to.
  public init(
    root: AnyScreen, stage: any ScreenStage<View>, in application: ScreenApplication = .shared
  ) {
    super.init(.modal, on: stage, in: application)
    fill([root], as: ContainerLayout(.modal, [root.slot], current: 0))
  }

  /// The screen at the bottom.
  public final var rootScreen: AnyScreen { lowestChild }

  /// The screens presented over the root, from the bottom to the top.
  public final var presentedScreens: [AnyScreen] {
    Array(decidedScreens.dropFirst())
  }

  /// Whether the window is open.
  public final var isOpen: Bool { appearance == .visible || appearance == .appearing }

  /// Whether the window is open and not in the background.
  public final var isActive: Bool { isOpen && !isBehind }

  final override var isBehind: Bool { isInBackground || !isInFocus }

  final override var isInBackgroundAsRoot: Bool { isInBackground }

  /// Whether the user works with this window rather than with another one of the app.
  ///
  /// True at first. A toolkit sets it when the window gains and loses the focus. The screens of a
  /// window without the focus stay visible and resign the foreground.
  public final var isInFocus = true {
    didSet {
      guard isInFocus != oldValue else { return }
      setFlag(.isBehind, isBehind)
      // Requests that the stage makes from inside this call wait until it has returned.
      if isViewLoaded { trees.performInTurn(self) { stage.windowDidChangeFocus(isInFocus) } }
      updateForeground()
    }
  }

  /// Replaces the screen at the bottom; screens presented over it stay.
  ///
  /// Refused with ``ScreenError/isTaken`` if the screen is in a container when the request is
  /// executed.
  ///
  /// - Parameters:
  ///   - screen: The new root.
  ///   - isAnimated: Whether to animate the transition, unless the root is covered.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func setRoot(
    _ screen: AnyScreen, animated isAnimated: Bool = false
  ) -> TransitionRequest {
    check(screen)
    return request(.setRoot(screen.slot), TransitionRequest(screen), animated: isAnimated)
  }

  // MARK: Opening and closing

  /// Opens the window: the screens in it appear.
  ///
  /// Refused with ``ScreenError/isInWrongState`` if the window is open when the request is
  /// executed.
  ///
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func open() -> TransitionRequest {
    request(.open)
  }

  /// Closes the window: the screens in it disappear, and otherwise stay as they are.
  ///
  /// A transition in progress is ended at once. Waiting requests are executed after the window has
  /// closed, when nothing is visible. Refused with ``ScreenError/isInWrongState`` if the window is
  /// closed when the request is executed.
  ///
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func close() -> TransitionRequest {
    guard isOpen else { return request(.close) }
    let request = TransitionRequest()
    trees.performInTurn(self) {
      settle()
      trees.submit(.close, of: self, first: true, request)
    }
    return request
  }

  /// Closes the window, if the screens in it agree.
  ///
  /// For a key or a button with which the user closes the window. Every screen in it is asked with
  /// ``AnyScreen/shouldClose()`` when the request is executed. Refused with
  /// ``ScreenError/isRefused`` if one of them returns false, and otherwise as ``close()``.
  ///
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func requestClose() -> TransitionRequest { request(.close, asking: true) }

  /// Reports that the app or the window has entered the background.
  ///
  /// No screen disappears: foreground screens resign, and then all screens in the window receive
  /// ``AnyScreen/didEnterBackground()``. Calling it again has no effect. If called while screens
  /// are notified of the return, it takes effect when all have been.
  public final func enterBackground() { background.enterBackground(self) }

  /// Reports that the app or the window is returning from the background.
  ///
  /// All screens in the window receive ``AnyScreen/willEnterForeground()``, and then the foreground
  /// path is updated. Calling it again has no effect. If called while screens are notified of the
  /// background, it takes effect when all have been.
  public final func enterForeground() { background.enterForeground(self) }

  // MARK: Visibility

  /// The number of screens above `child` that cover everything.
  final override func distance(to child: AnyScreen) -> Int {
    index(of: child).map { layout.covers(above: $0) } ?? 0
  }

  final override func isNeighbour(_ child: AnyScreen) -> Bool { distance(to: child) == 1 }
}

extension ScreenWindow: RestorableContainer {}

extension ScreenWindow: WindowContainer {
  func present(
    _ screen: AnyScreen, from presenter: AnyScreen, as style: AnyScreen.PresentationStyle,
    animated: Bool, _ request: TransitionRequest
  ) {
    check(screen)
    trees.submit(
      .present(screen.slot, isOpaque: style == .full, from: presenter.slot), of: self,
      animated: animated, request)
  }

  func dismiss(from screen: AnyScreen, animated: Bool, asking isAsking: Bool) -> TransitionRequest {
    request(
      .dismiss(from: screen.slot), TransitionRequest(screen === self ? [] : [screen]),
      animated: animated, asking: isAsking)
  }

  func beginDismissal(from screen: AnyScreen) throws(ScreenError) -> InteractiveTransition {
    try trees.beginInteractively(.dismiss(from: screen.slot), in: self, asking: .dismiss)
  }
}

@MainActor
protocol WindowContainer: StageContainer {
  var isInFocus: Bool { get set }
  func present(
    _ screen: AnyScreen, from presenter: AnyScreen, as style: AnyScreen.PresentationStyle,
    animated: Bool, _ request: TransitionRequest
  )
  func dismiss(from screen: AnyScreen, animated: Bool, asking: Bool) -> TransitionRequest
  func beginDismissal(from screen: AnyScreen) throws(ScreenError) -> InteractiveTransition
}

extension AnyScreen {
  /// How much a presented screen covers.
  public enum PresentationStyle: Hashable, Sendable, CaseIterable {
    /// Everything: what is below disappears.
    case full
    /// A part: what is below stays visible, but is not foreground.
    case sheet
  }
}
