internal import StageFloor

/// Hosts one screen in a toolkit that has its own containers and decides itself when the screen
/// appears and disappears.
///
/// A toolkit's adapter forwards the appearance callbacks that it receives, in the toolkit's own
/// order. A step that is illegal for the screen is ignored and reported as an event. No step is
/// invented to fill a gap.
///
/// - While the screen is appearing or disappearing, requests to containers in it wait. A transition
///   that is in progress in there when the screen is about to disappear ends at once.
/// - A step that arrives while screens are being notified is taken afterwards: if the toolkit
///   removes the screen from inside ``AnyScreen/viewWillAppear(_:)``, all screens in it have
///   received *will appear* before the first receives *will disappear*. A step that arrives from
///   inside `loadView()` is taken when the view has been created and filled, and its state
///   restored.
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
  /// The hosted screen, which is in no container.
  public let screen: AnyScreen

  var pending: [(step: ScreenAppearance.Step, context: TransitionContext)] = []
  var isTaking = false
  /// While the screen is appearing or disappearing.
  var isSuspending = false

  /// Creates a host for a screen.
  ///
  /// - Parameter screen: A screen that is in no container and has no other host.
  public init(_ screen: AnyScreen) {
    require(
      screen.parent == nil, "\(screen.name) is in a container and cannot be hosted as well.")
    require(screen.host == nil, "\(screen.name) has a host already.")
    self.screen = screen
    screen.record.host = self
    screen.setFlag(.isHosted, true)
  }

  deinit {
    let (screen, isSuspending) = (screen, isSuspending)
    if MainActor.isCurrent {
      MainActor.assumeIsolated { Self.leave(screen, isSuspending) }
    } else {
      Task.detached { @MainActor in Self.leave(screen, isSuspending) }
    }
  }

  private static func leave(_ screen: AnyScreen, _ isSuspending: Bool) {
    // Another host may have followed this one, if this is late.
    if screen.host == nil {
      screen.setFlag(.isHosted, false)
      screen.setFlag(.isBehind, false)
    }
    if isSuspending { screen.trees.resume(screen) }
  }

  /// Whether the user works with the place where the screen is shown.
  ///
  /// A screen is foreground only if it is visible and this is true. Set this to false while the
  /// toolkit covers the screen but leaves it visible, as with a sheet, and while the window is
  /// inactive.
  public var isActive = true {
    didSet {
      screen.setFlag(.isBehind, screen.isBehind)
      screen.updateForeground()
    }
  }

  /// Returns whether the toolkit shows the view although the screen has disappeared; called before
  /// the view is unloaded.
  ///
  /// For toolkits whose containers may fail to report that a screen appears. Nil, the initial
  /// value, means that it never does.
  public var isShowingView: (@MainActor () -> Bool)?

  /// Returns whether the toolkit depends on the view although it does not show it; called before
  /// the view is unloaded.
  ///
  /// For toolkits whose hidden containers keep the views of their screens in their own, and do not
  /// ask for them again when they are shown. Heavy resources may still be dropped. Nil, the initial
  /// value, means that it never does.
  public var isKeepingView: (@MainActor () -> Bool)?

  /// Called when the view is about to be unloaded: release all references on the toolkit's side.
  ///
  /// Called after ``AnyScreen/viewWillUnload()``, at the point where a container's stage releases
  /// the view.
  public var onViewWillUnload: (@MainActor () -> Void)?

  /// Called before ``AnyScreen/viewDidLoad()``, for toolkits whose controller must have the view.
  package var onViewMade: (@MainActor () -> Void)?

  /// Called with the new title when ``AnyScreen/title`` has changed.
  public var onTitleChange: (@MainActor (String) -> Void)?

  /// Whether the window is in the background.
  public var isInBackground: Bool { background.isInBackground }

  private let background = BackgroundNotifier()

  var isInFront: Bool { isActive && !isInBackground }

  /// Reports that the window has entered the background; has no effect if it is there already.
  ///
  /// Foreground screens resign, and then all screens in here receive
  /// ``AnyScreen/didEnterBackground()``. None disappears. If called while screens are notified that
  /// the window returns, it takes effect when all have been.
  public func enterBackground() { background.enterBackground(screen) }

  /// Reports that the window is returning from the background; has no effect if it was not there.
  ///
  /// All screens in here receive ``AnyScreen/willEnterForeground()``, and then the foreground path
  /// is updated. If called while screens are notified of the background, it takes effect when all
  /// have been.
  public func enterForeground() { background.enterForeground(screen) }

  /// Creates the view, if there is none.
  public func loadView() { screen.loadViewIfNeeded() }

  /// Unloads the view, if the screen is hidden.
  ///
  /// - Throws: The reason why the view stays; see ``AnyScreen/unloadView()``.
  public func unloadView() throws(AnyScreen.UnloadRefusal) { try screen.unloadView() }
}
