/// What all screens have in common, whatever their views are.
///
/// Containers hold screens as this. To write a screen, inherit from ``Screen``.
@MainActor
open class AnyScreen {
  /// Tells this screen apart from others.
  public nonisolated let id = ScreenID()

  /// The application that this screen belongs to.
  ///
  /// It is given at birth, and becomes that of the container to which the screen is added.
  @exclusivity(unchecked) public internal(set) final var application: ScreenApplication

  /// What bars and tabs call the screen.
  public var title = "" {
    didSet {
      guard title != oldValue else { return }
      parent?.childTitleDidChange(self)
      host?.onTitleChange?(title)
    }
  }

  /// The container that the screen is in.
  ///
  /// Set before ``willMove(toParent:)`` of what comes, and cleared after ``didMove(toParent:)`` of
  /// what goes.
  public internal(set) final var parent: AnyScreen? {
    get { isContained ? knownParent : nil }
    set {
      knownParent = newValue
      isContained = newValue != nil
      if isForeground { resignForegroundWithHeirs() }
    }
  }

  /// Whether this is the screen with which the user works, or a container of it.
  ///
  /// It is visible, its window is active, and each container above it is foreground too and has
  /// turned to it: no sheet covers it. It stays visible under a sheet, and is foreground no longer.
  @exclusivity(unchecked) public internal(set) final var isForeground = false

  /// Whether the last that the screen has heard of the background is that it was entered.
  @exclusivity(unchecked) final var heardOfBackground = false

  @exclusivity(unchecked) final var lifecycle = LifecycleMachine()
  /// What was saved when the view went, until it is back.
  var savedState: ScreenState?
  /// How long the last making of the view took.
  var rebuildTime = Duration.zero
  /// Since when the screen is gone, in nanoseconds of the application's clock.
  @exclusivity(unchecked) final var goneSince: Int64?
  /// What resets the properties that are bound to the view, from the first bound on.
  var viewBounds: [@MainActor () -> Any?] = []
  /// Why the view must stay, by the number of the hold.
  var holds: [Int: String] = [:]
  var lastHold = 0
  /// What it has that is heavy, in the order in which that was declared.
  final var resources = ResourceShelf()
  /// Counts the attempts to unload the view, so that one that was called off can tell.
  final var unloadNumber = 0
  /// How many transitions of its own children, or preparations of one, are under way.
  @exclusivity(unchecked) final var transitionCount = 0 {
    didSet { Self.allTransitionCount += transitionCount - oldValue }
  }
  /// The sum of these; too high if a screen ended in the middle of one.
  private(set) static var allTransitionCount = 0
  /// The child that is foreground, if this is.
  @exclusivity(unchecked) final private(set) weak var foregroundHeir: AnyScreen?
  /// Who that is, or was, for comparing: a look is cheaper than at what is weak.
  @exclusivity(unchecked) final private(set) var foregroundHeirID: ScreenID?
  /// Of a root: whether its tree is being brought up to date.
  @exclusivity(unchecked) final var isUpdatingForeground = false
  /// Of a screen that is in no container: its director, once that was needed.
  @exclusivity(unchecked) final var storedDirector: TransitionDirector?
  /// Of a root that a toolkit drives: its host.
  final weak var host: ScreenHost? {
    didSet { isHosted = host != nil }
  }
  @exclusivity(unchecked) final private weak var knownParent: AnyScreen?
  /// False if there is surely no parent, which is known faster than by looking for it.
  @exclusivity(unchecked) final private(set) var isContained = false
  /// False if there is surely no host, likewise.
  @exclusivity(unchecked) final private(set) var isHosted = false

  /// From now on this child is foreground if this is; or nobody.
  final func setForegroundHeir(_ heir: AnyScreen?) {
    let id = heir?.id
    guard id != foregroundHeirID else { return }
    foregroundHeirID = id
    foregroundHeir = heir
  }

  init(in application: ScreenApplication) {
    self.application = application
    application.register(self)
  }

  // MARK: For subclasses to override; calling `super` is never needed

  /// What the screen is called in reports; the name of its type, unless overridden.
  open var name: String { "\(Self.self)" }

  /// The view has been made: fill it.
  ///
  /// Called each time that the view is made, which may be many times in the life of a screen, and
  /// never twice without ``viewDidUnload()`` between. The view may be asked for. If state was saved
  /// when the view last went, ``restoreState(from:)`` follows.
  open func viewDidLoad() {}

  /// The screen is about to appear.
  ///
  /// It has a view. ``viewDidAppear(_:)`` follows, or, if the transition is cancelled,
  /// ``viewWillDisappear(_:)`` and ``viewDidDisappear(_:)``. A container hears this before the
  /// screens in it.
  ///
  /// - Parameter context: why and how.
  open func viewWillAppear(_ context: TransitionContext) {}

  /// The screen has appeared.
  ///
  /// A container hears this after the screens in it.
  ///
  /// - Parameter context: why and how.
  open func viewDidAppear(_ context: TransitionContext) {}

  /// The screen is about to disappear.
  ///
  /// It has a view. ``viewDidDisappear(_:)`` follows, or, if the transition is cancelled,
  /// ``viewWillAppear(_:)`` and ``viewDidAppear(_:)``: do not tear down here what the screen needs
  /// when it stays. If it was foreground, it has resigned. A container hears this before the screens
  /// in it.
  ///
  /// - Parameter context: why and how.
  open func viewWillDisappear(_ context: TransitionContext) {}

  /// The screen has disappeared.
  ///
  /// It still has its view, and keeps it until that is unloaded. A container hears this after the
  /// screens in it.
  ///
  /// - Parameter context: why and how.
  open func viewDidDisappear(_ context: TransitionContext) {}

  /// The view is about to go, to save memory.
  ///
  /// Nobody sees it, and ``saveState(into:)`` has been called. It is still there.
  open func viewWillUnload() {}

  /// The view is gone.
  ///
  /// Whatever still keeps the view, or a part of it, is to let go now; properties with ``ViewBound``
  /// have. Asking for the view here makes a new one.
  open func viewDidUnload() {}

  /// The screen is about to come into a container, or to leave the one it is in.
  ///
  /// - Parameter parent: the container that it comes into; nil if it leaves.
  open func willMove(toParent parent: AnyScreen?) {}

  /// The screen has come into a container, or has left the one it was in.
  ///
  /// - Parameter parent: the container that it is in; nil if it left.
  open func didMove(toParent parent: AnyScreen?) {}

  /// Whether the user's finger may dismiss this screen, which was presented.
  ///
  /// Asked by ``beginDismissal()`` of each screen that would go with it, from the top to the bottom,
  /// before anything else happens: the first that says no ends it. Not asked when the program
  /// dismisses the screen, nor when the finger could begin nothing anyway. What is asked of
  /// containers in here is done after the answer, and then the finger begins nothing.
  ///
  /// A container answers for the screens in it: override it there to ask the one on top.
  ///
  /// - Returns: false if the user would lose what has not been saved; true, unless overridden.
  open func shouldDismiss() -> Bool { true }

  /// The user's finger would have dismissed this screen, and ``shouldDismiss()`` said no.
  ///
  /// Nothing has happened, and nothing will: ask the user here what is to become of the draft. What is
  /// asked of containers is done when this has returned.
  open func didAttemptToDismiss() {}

  /// The user's finger begins to dismiss this screen, which was presented.
  ///
  /// ``viewWillDisappear(_:)`` follows, and then ``didDismiss()``, unless the finger goes back: then the
  /// screen hears that it appears again, in a context that says `cancelled`. Not called when the program
  /// dismisses the screen, nor if the screen is covered by another that goes with it: such a screen hears
  /// only that it moves out of the window.
  open func willDismiss() {}

  /// The user's finger has dismissed this screen.
  ///
  /// The last that it hears of it: it has disappeared and moved out of the window. Called once for
  /// each ``willDismiss()`` that was not called off, and never when the program dismissed the screen.
  open func didDismiss() {}

  /// The user works with this screen now, or with one in it.
  ///
  /// Called after all who resign for it have; a container hears it before the screen in it.
  open func didBecomeForeground() {}

  /// The user does not work with this screen any longer.
  ///
  /// It may still be seen: under a sheet, or in a window in the background. A container hears this
  /// after the screen in it.
  open func didResignForeground() {}

  /// The window has gone to the background.
  ///
  /// All screens in the window are told, also those without a view. None has disappeared from it. A
  /// screen that comes into the window while it is in the background is not told.
  open func didEnterBackground() {}

  /// The window is about to come back from the background.
  ///
  /// Called once after each ``didEnterBackground()``, also of screens without a view, and of no screen
  /// that has not heard that. A screen that has left the window for another one since is told before it
  /// next appears, or when that window comes back.
  open func willEnterForeground() {}

  /// Memory is short: give up what can be made again.
  ///
  /// All screens are told, whether they have a view or not; see
  /// ``ScreenApplication/receiveMemoryWarning()``. Views of hidden screens need not be given up
  /// here: they are unloaded after it.
  open func didReceiveMemoryWarning() {}

  /// Writes down what the user would miss, before the view goes or the app ends.
  ///
  /// - Parameter state: where to write.
  open func saveState(into state: inout StateWriter) {}

  /// Brings back what was saved, after ``viewDidLoad()`` and before the screen appears.
  ///
  /// - Parameter state: what ``saveState(into:)`` wrote.
  open func restoreState(from state: StateReader) {}

  /// Under which name the screen is found, or made, when what was saved is brought back.
  ///
  /// Nil, as it is unless overridden: a container is found by its place, and so is the root of a stack
  /// or a window; any other screen is left out of a ``ScreenArchive``, and with it what is on it, and
  /// ``ScreenArchive/omissions`` name it.
  open var restorationName: String? { nil }

  /// Writes down what is needed to make this screen again: the number of the book that it shows.
  ///
  /// Called for a ``ScreenArchive`` only, whether there is a view or not. What is written here is
  /// what a ``ScreenCatalog`` reads. With it, screens with one name are told apart.
  ///
  /// - Parameter state: where to write.
  open func saveIdentity(into state: inout StateWriter) {}

  /// When the view may go while nobody sees it; ``UnloadPolicy/automatic``, unless overridden.
  open var unloadPolicy: UnloadPolicy { .automatic }

  /// How many bytes the view holds, about; 0 if nobody knows.
  ///
  /// Among screens that are equally far away, those go first that give back most for the time that
  /// it takes to make them again. Reports count what is known.
  open var estimatedViewBytes: Int { 0 }

  // MARK: For containers in this module

  /// All children, from the first to the last; for a stack, from the bottom to the top.
  var containedScreens: [AnyScreen] { [] }

  /// Whether there are any.
  var hasContainedScreens: Bool { !containedScreens.isEmpty }

  /// How many of them have views.
  var loadedChildCount: Int {
    var count = 0
    for screen in containedScreens where screen.isViewLoaded { count += 1 }
    return count
  }

  /// The children that are seen whenever this screen is seen.
  var visibleChildren: [AnyScreen] { [] }

  /// Of a root: whether the user works with the window that it is.
  var isActive: Bool { true }

  /// Of a root: whether its window is in the background.
  var isInBackgroundAsRoot: Bool { host?.isInBackground ?? false }

  /// What the visible children are told with a step of this screen.
  func contextOfChildren(
    _ step: AppearanceStep, _ context: TransitionContext
  ) -> TransitionContext { context.inherited }

  /// Of the visible children, the one with which the user works.
  var foregroundChild: AnyScreen? { nil }

  /// How many moves of the user's are between this screen being seen and that child being seen.
  func distance(to child: AnyScreen) -> Int { 0 }

  /// Whether the user is likely to see a child next: under the top, or the next page.
  func isNeighbour(_ child: AnyScreen) -> Bool { false }

  /// Whether a transition of this container is under way, in which all children take part.
  var movesChildren: Bool { false }

  /// The view of a child is about to go: the stage must let go of it.
  func childViewWillUnload(_ child: AnyScreen) {}

  /// The view of a child has been made: the stage may have it.
  func childViewDidLoad(_ child: AnyScreen) {}

  /// Who carries out what is asked of the containers, if this is a container, and in none itself.
  var ownDirector: TransitionDirector? { nil }

  /// The title of a child has changed.
  func childTitleDidChange(_ child: AnyScreen) {}

  /// The screen has appeared, and has been told so.
  func hasAppeared() {}

  /// The view has been made, filled, and its state restored.
  func viewIsReady() {}

  // MARK: For `Screen`, which knows the type of the view

  /// The view, if it is there, whatever its type.
  public var anyViewIfLoaded: AnyObject? { nil }

  /// The type of the view; nil for a screen without.
  var viewType: AnyObject.Type? { nil }

  /// Makes the view and keeps it.
  func makeAndKeepView() {}

  /// Lets go of the view.
  ///
  /// - Returns: the view, for a last look.
  func letGoOfView() -> AnyObject? { nil }
}
