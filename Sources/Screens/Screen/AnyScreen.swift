/// The base class of all screens, independent of the type of their views.
///
/// Containers store screens as `AnyScreen`. To write a screen, inherit from ``Screen``.
@MainActor
open class AnyScreen {
  /// Identifies the screen within the process.
  public nonisolated let id = ScreenID()

  /// The application that the screen belongs to.
  ///
  /// It is set by the initializer. A screen that is added to a container joins the container's
  /// application.
  @exclusivity(unchecked) public internal(set) final var application: ScreenApplication

  /// The title shown in bars and tabs.
  public var title = "" {
    didSet {
      guard title != oldValue else { return }
      parent?.childTitleDidChange(self)
      host?.onTitleChange?(title)
    }
  }

  /// The container that the screen is in.
  ///
  /// Set before ``willMove(toParent:)`` when the screen is added, and cleared after
  /// ``didMove(toParent:)`` when it is removed.
  public internal(set) final var parent: AnyScreen? {
    get { isContained ? knownParent : nil }
    set {
      knownParent = newValue
      isContained = newValue != nil
      if isForeground { resignForegroundWithDescendants() }
    }
  }

  /// Whether the user works with this screen, or with a screen in it.
  ///
  /// True if the screen is visible, its window is active, and at every level up to the window it is
  /// in the current child. A screen below a sheet stays visible but is not foreground.
  @exclusivity(unchecked) public internal(set) final var isForeground = false

  /// Whether the most recent background callback was ``didEnterBackground()``.
  @exclusivity(unchecked) final var didReceiveBackground = false

  @exclusivity(unchecked) final var lifecycle = LifecycleMachine()
  /// The state saved when the view was unloaded, until it is restored.
  var savedState: ScreenState?
  /// How long loading the view takes, and when it was last loaded.
  final var rebuildTime = RebuildTime()
  /// The time at which the screen disappeared, in nanoseconds of the application's clock.
  @exclusivity(unchecked) final var goneSince: Int64?
  /// Closures that reset the properties bound to the view, in the order in which they were bound.
  var viewBounds: [@MainActor () -> Any?] = []
  /// The reasons why the view must stay, by hold number.
  var holds: [Int: String] = [:]
  var lastHold = 0
  /// The heavy resources of the screen, in the order in which they were declared.
  final var resources = WeakResources()
  /// Counts the attempts to unload the view, so that an attempt can detect that a later one
  /// replaced it.
  final var unloadNumber = 0
  /// The number of transitions in progress among this screen's children, plus one while this screen
  /// is prepared to appear.
  @exclusivity(unchecked) final var transitionCount = 0 {
    didSet { Self.allTransitionCount += transitionCount - oldValue }
  }
  /// The sum over all screens; too high if a screen was destroyed during a transition.
  private(set) static var allTransitionCount = 0
  /// The child that is foreground if this screen is.
  @exclusivity(unchecked) final private(set) weak var storedForegroundChild: AnyScreen?
  /// The identity of the present or previous foreground child.
  ///
  /// Comparing it is cheaper than loading the weak reference.
  @exclusivity(unchecked) final private(set) var lastForegroundChildID: ScreenID?
  /// Of a root: whether the foreground path of its tree is being updated.
  @exclusivity(unchecked) final var isUpdatingForeground = false
  /// Of a screen without a container: its director, created on first use.
  @exclusivity(unchecked) final var storedDirector: TransitionDirector?
  /// Of a root driven by a toolkit: its host.
  final weak var host: ScreenHost? {
    didSet { isHosted = host != nil }
  }
  @exclusivity(unchecked) final private weak var knownParent: AnyScreen?
  /// False only if there is certainly no parent, which avoids loading the weak reference.
  @exclusivity(unchecked) final private(set) var isContained = false
  /// False only if there is certainly no host, likewise.
  @exclusivity(unchecked) final private(set) var isHosted = false

  /// Makes `child` the child that is foreground whenever this screen is; nil for none.
  final func setLastForegroundChild(_ child: AnyScreen?) {
    let id = child?.id
    guard id != lastForegroundChildID else { return }
    lastForegroundChildID = id
    storedForegroundChild = child
  }

  init(in application: ScreenApplication) {
    self.application = application
    application.register(self)
  }

  // MARK: For subclasses to override; none needs to call `super`

  /// The name of the screen in reports; the name of its type, unless overridden.
  open var name: String { "\(Self.self)" }

  /// Called when the view has been created: fill it here.
  ///
  /// Called each time the view is created, possibly many times in the life of a screen, and never
  /// twice without ``viewDidUnload()`` in between. The view may be accessed. If state was saved
  /// when the view was last unloaded, ``restoreState(from:)`` follows.
  open func viewDidLoad() {}

  /// Called when the screen is about to appear.
  ///
  /// The screen has a view. ``viewDidAppear(_:)`` follows or, if the transition is cancelled,
  /// ``viewWillDisappear(_:)`` and ``viewDidDisappear(_:)``. A container receives this call before
  /// the screens in it.
  ///
  /// - Parameter context: The reason and the properties of the transition.
  open func viewWillAppear(_ context: TransitionContext) {}

  /// Called when the screen has appeared.
  ///
  /// A container receives this call after the screens in it.
  ///
  /// - Parameter context: The reason and the properties of the transition.
  open func viewDidAppear(_ context: TransitionContext) {}

  /// Called when the screen is about to disappear.
  ///
  /// The screen has a view. ``viewDidDisappear(_:)`` follows or, if the transition is cancelled,
  /// ``viewWillAppear(_:)`` and ``viewDidAppear(_:)``: do not tear down anything here that the
  /// screen needs if it stays. If the screen was foreground, it has resigned. A container receives
  /// this call before the screens in it.
  ///
  /// - Parameter context: The reason and the properties of the transition.
  open func viewWillDisappear(_ context: TransitionContext) {}

  /// Called when the screen has disappeared.
  ///
  /// The screen keeps its view until that is unloaded. A container receives this call after the
  /// screens in it.
  ///
  /// - Parameter context: The reason and the properties of the transition.
  open func viewDidDisappear(_ context: TransitionContext) {}

  /// Called when the view is about to be unloaded to save memory.
  ///
  /// The view still exists, is not visible, and ``saveState(into:)`` has been called.
  open func viewWillUnload() {}

  /// Called when the view has been released.
  ///
  /// Release every remaining reference to the view or a part of it here; ``AnyScreen/ViewBound``
  /// properties are already reset. Accessing the view here creates a new one.
  open func viewDidUnload() {}

  /// Called when the screen is about to be added to a container, or removed from its container.
  ///
  /// - Parameter parent: The container to which the screen is added; nil if it is removed.
  open func willMove(toParent parent: AnyScreen?) {}

  /// Called when the screen has been added to a container, or removed from its container.
  ///
  /// - Parameter parent: The container to which the screen was added; nil if it was removed.
  open func didMove(toParent parent: AnyScreen?) {}

  /// Returns whether the user may dismiss this presented screen with a gesture.
  ///
  /// ``beginDismissal()`` calls this method on each screen that would be dismissed, from the top to
  /// the bottom, before anything else happens, and stops at the first that returns false. It is not
  /// called when the program dismisses the screen, nor when no gesture could begin anyway. Requests
  /// to containers made in here are executed after the answer, and then the gesture does not begin.
  ///
  /// A container answers for the screens in it: override this method there to ask the topmost one.
  ///
  /// - Returns: False if the user would lose unsaved work; true, unless overridden.
  open func shouldDismiss() -> Bool { true }

  /// Called when the user tried to dismiss this screen and ``shouldDismiss()`` returned false.
  ///
  /// Nothing has changed, and nothing will: ask the user here what to do with the unsaved work.
  /// Requests to containers are executed when this method has returned.
  open func didAttemptToDismiss() {}

  /// Called when the user begins to dismiss this presented screen with a gesture.
  ///
  /// ``viewWillDisappear(_:)`` follows, and then ``didDismiss()``. If the gesture is cancelled, the
  /// screen appears again instead, with a context that says `cancelled`. Not called when the
  /// program dismisses the screen, nor if the screen is covered by another that is dismissed with
  /// it: such a screen is only notified that it moves out of the window.
  open func willDismiss() {}

  /// Called when the user has dismissed this screen with a gesture.
  ///
  /// This is the last callback of the dismissal: the screen has disappeared and moved out of the
  /// window. Called once for each ``willDismiss()`` that was not cancelled, and never when the
  /// program dismissed the screen.
  open func didDismiss() {}

  /// Called when the user begins to work with this screen, or with a screen in it.
  ///
  /// Called after every screen that resigns in exchange; a container receives this call before the
  /// screen in it.
  open func didBecomeForeground() {}

  /// Called when the user no longer works with this screen.
  ///
  /// The screen may still be visible: below a sheet, or in an inactive window. A container receives
  /// this call after the screen in it.
  open func didResignForeground() {}

  /// Called when the window has entered the background.
  ///
  /// All screens in the window receive this call, including those without a view. None of them
  /// disappears because of it. A screen that is added to the window while it is in the background
  /// does not receive it.
  open func didEnterBackground() {}

  /// Called when the window is about to return to the foreground.
  ///
  /// Called once after each ``didEnterBackground()``, also for screens without a view, and only for
  /// screens that received that. A screen that has since moved to another window receives it before
  /// it next appears, or when the first window returns.
  open func willEnterForeground() {}

  /// Called when memory is short: release what can be recreated.
  ///
  /// All screens receive this call, with or without a view; see
  /// ``ScreenApplication/receiveMemoryWarning()``. There is no need to release the views of hidden
  /// screens here: they are unloaded afterwards.
  open func didReceiveMemoryWarning() {}

  /// Saves what the user would miss, before the view is unloaded or the app ends.
  ///
  /// - Parameter state: The writer for the values.
  open func saveState(into state: inout ScreenStateWriter) {}

  /// Restores what was saved, after ``viewDidLoad()`` and before the screen appears.
  ///
  /// - Parameter state: The values that ``saveState(into:)`` wrote.
  open func restoreState(from state: ScreenStateReader) {}

  /// The name by which the screen is found, or created, when an archive is restored.
  ///
  /// Nil unless overridden. Containers, and the root of a stack or a window, are found by their
  /// position. Any other screen without a name is omitted from a ``ScreenArchive``, together with
  /// the screens above it, and listed in ``ScreenArchive/omissions``.
  open var restorationName: String? { nil }

  /// Saves what is needed to create this screen again, such as the number of the book that it
  /// shows.
  ///
  /// Called only for a ``ScreenArchive``, with or without a view. A ``ScreenCatalog`` reads what is
  /// written here. It also distinguishes screens that share a name.
  ///
  /// - Parameter state: The writer for the values.
  open func saveIdentity(into state: inout ScreenStateWriter) {}

  /// When the view of a hidden screen may be unloaded; ``ScreenUnloadPolicy/automatic``, unless
  /// overridden.
  open var unloadPolicy: ScreenUnloadPolicy { .automatic }

  /// The approximate number of bytes that the view holds; 0 if unknown.
  ///
  /// Among equally distant screens, those that free the most for the time it takes to rebuild them
  /// are unloaded first. Reports count only known sizes.
  open var estimatedViewBytes: Int { 0 }

  // MARK: For containers in this module

  /// All children, from the first to the last; of a stack, from the bottom to the top.
  var containedScreens: [AnyScreen] { [] }

  /// Whether there are any children.
  var hasContainedScreens: Bool { !containedScreens.isEmpty }

  /// The number of children that have views.
  var loadedChildCount: Int {
    var count = 0
    for screen in containedScreens where screen.isViewLoaded { count += 1 }
    return count
  }

  /// The children that are visible whenever this screen is.
  var visibleChildren: [AnyScreen] { [] }

  /// Of a root: whether the user works with its window.
  var isActive: Bool { true }

  /// Of a root: whether its window is in the background.
  var isInBackgroundAsRoot: Bool { host?.isInBackground ?? false }

  /// The context that the visible children receive with a step of this screen.
  func contextOfChildren(
    _ step: ScreenAppearanceStep, _ context: TransitionContext
  ) -> TransitionContext { context.inherited }

  /// The visible child with which the user works.
  var foregroundChild: AnyScreen? { nil }

  /// The number of steps the user needs from this screen being visible to that child being visible.
  func distance(to child: AnyScreen) -> Int { 0 }

  /// Whether the user is likely to see a child next: the screen below the top, or an adjacent page.
  func isNeighbour(_ child: AnyScreen) -> Bool { false }

  /// Whether a transition of this container is in progress, which involves all children.
  var movesChildren: Bool { false }

  /// The view of a child is about to be unloaded: the stage must release it.
  func childViewWillUnload(_ child: AnyScreen) {}

  /// The view of a child has been created: the stage may show it.
  func childViewDidLoad(_ child: AnyScreen) {}

  /// The director that executes requests to the containers, if this is a container without a
  /// parent.
  var ownDirector: TransitionDirector? { nil }

  /// The title of a child has changed.
  func childTitleDidChange(_ child: AnyScreen) {}

  /// The screen has appeared and received ``viewDidAppear(_:)``.
  func hasAppeared() {}

  /// The view has been created and filled, and its state restored.
  func viewIsReady() {}

  // MARK: For `Screen`, which has the type of the view

  /// The view, if it is loaded, without its static type.
  public var anyViewIfLoaded: AnyObject? { nil }

  /// The type of the view; nil for a screen without one.
  var viewType: AnyObject.Type? { nil }

  /// Creates the view and stores it.
  func makeAndKeepView() {}

  /// Releases the view.
  ///
  /// - Returns: The view, so that it can be checked for leaks.
  func releaseView() -> AnyObject? { nil }
}
