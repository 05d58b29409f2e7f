internal import StageFloor

/// Hosts one screen in a toolkit that has containers of its own, and decides by itself when the
/// screen appears and disappears.
///
/// A toolkit's adapter passes on what it hears, in the toolkit's own order. What is illegal for a
/// screen, in whatever order the toolkit puts it, does not reach the screen: it is ignored, and
/// reported as an event. Nothing is made up to fill a gap.
///
/// - While the screen is on its way in or out, what is asked of containers in it waits. A transition
///   in there that is under way when the screen is about to disappear ends at once.
/// - What comes while the screens are being called is taken when that is over: when the toolkit
///   takes the screen away from inside ``AnyScreen/viewWillAppear(_:)``, all screens in it have heard
///   that they will appear, before the first hears that it will disappear. What comes from inside
///   `loadView()` is taken when the view is there, filled, and its state restored.
///
/// ```swift
/// let host: ScreenHost
///
/// init(showing book: Book) {
///   host = ScreenHost(BookScreen(book))
/// }
///
/// func toolkitWillShow(animated: Bool) {
///   host.willAppear(TransitionContext(.host, isAnimated: animated))
/// }
/// ```
@MainActor
public final class ScreenHost {
  /// The screen that is hosted; it is in no container.
  public let screen: AnyScreen

  /// What has come while screens were being called.
  var pending: [(step: AppearanceStep, context: TransitionContext)] = []
  /// Whether a step is being taken by this host.
  var isTaking = false
  /// Who waits while the screen is on its way in or out.
  var suspended: TransitionDirector?

  /// Hosts a screen.
  ///
  /// - Parameter screen: one that is in no container and has no other host.
  public init(_ screen: AnyScreen) {
    require(
      screen.parent == nil, "\(screen.name) is in a container and cannot be hosted as well.")
    require(screen.host == nil, "\(screen.name) has a host already.")
    self.screen = screen
    screen.host = self
  }

  deinit {
    guard let director = suspended else { return }
    if MainActor.isCurrent {
      MainActor.assumeIsolated { director.resume() }
    } else {
      Task.detached { @MainActor in director.resume() }
    }
  }

  /// Whether the user works with the place where the screen is shown.
  ///
  /// A screen is foreground only if it is visible and this is true. Set it to false while what the
  /// toolkit shows above leaves the screen visible, as a sheet does, and while the window has lost
  /// the user's attention.
  public var isActive = true {
    didSet { screen.updateForeground() }
  }

  /// Whether the toolkit shows the view though the screen is gone; asked before the view is unloaded.
  ///
  /// For toolkits whose containers may forget to say that a screen appears. Nil, as at first: it never
  /// does.
  public var isShowingView: (@MainActor () -> Bool)?

  /// Whether the toolkit does not show the view, and yet could not do without it; asked before the view
  /// is unloaded.
  ///
  /// For toolkits whose containers, while they are hidden, have the views in theirs, and do not ask for
  /// them again when they are shown. Heavy resources may go. Nil, as at first: it never could not.
  public var isKeepingView: (@MainActor () -> Bool)?

  /// Is called when the view is about to be unloaded: whatever keeps it on the toolkit's side lets go.
  ///
  /// It comes after ``AnyScreen/viewWillUnload()``, where a container's stage lets go.
  public var onViewWillUnload: (@MainActor () -> Void)?

  /// Is called when the view has been made and has yet to be filled: ``AnyScreen/viewDidLoad()`` follows.
  ///
  /// For toolkits whose own controller is to have the view before the screen asks for it there.
  package var onViewMade: (@MainActor () -> Void)?

  /// Is called with the new title when ``AnyScreen/title`` has changed.
  public var onTitleChange: (@MainActor (String) -> Void)?

  /// Whether the window is in the background.
  public var isInBackground: Bool { background.isInBackground }

  private let background = BackgroundTeller()

  /// Whether all is well above the screen.
  var isInFront: Bool { isActive && !isInBackground }

  /// The window has gone to the background; a second time in a row does nothing.
  ///
  /// Screens that are foreground resign, and then all screens in here hear
  /// ``AnyScreen/didEnterBackground()``. None disappears. Called while they hear that the window comes
  /// back, this takes effect when all have.
  public func enterBackground() { background.enterBackground(screen) }

  /// The window is coming back from the background; if it was not there, this does nothing.
  ///
  /// All screens in here hear ``AnyScreen/willEnterForeground()``, and then those that are to be
  /// foreground become it. Called while they hear of the background, this takes effect when all have.
  public func enterForeground() { background.enterForeground(screen) }

  /// Makes the view, if there is none.
  public func loadView() { screen.loadViewIfNeeded() }

  /// Gives the view back, if nobody sees it.
  ///
  /// - Throws: why it stays; see ``AnyScreen/unloadView()``.
  public func unloadView() throws(UnloadRefusal) { try screen.unloadView() }
}
