internal import StageFloor

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
      parent?.stageContainer?.childTitleDidChange(self)
      host?.onTitleChange?(title)
    }
  }

  /// In the ``TreeMachine``, which stores its container and its appearance.
  nonisolated final let slot: ScreenSlot

  /// Nil until there is a view, a host or a hold.
  @exclusivity(unchecked) final var storedRecord: ScreenRecord?

  init(in application: ScreenApplication) {
    self.application = application
    slot = ScreenTrees.shared.add(id)
    application.registry.add(self)
  }

  deinit {
    let (slot, id, application) = (slot, id, application)
    if MainActor.isCurrent {
      MainActor.assumeIsolated { Self.wasDestroyed(slot, id, application) }
    } else {
      Task.detached { @MainActor in Self.wasDestroyed(slot, id, application) }
    }
  }

  private static func wasDestroyed(
    _ slot: ScreenSlot, _ id: ScreenID, _ application: ScreenApplication
  ) {
    ScreenTrees.shared.remove(slot, id)
    application.registry.screenWasDestroyed()
    application.sweepRegistryIfSparse()
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

  /// Called when the stage has begun to show the view: it is in the hierarchy, and has its geometry
  /// if the toolkit has determined it.
  ///
  /// Called once between ``viewWillAppear(_:)`` and ``viewDidAppear(_:)``, before an animation
  /// ends. A container receives this call before the screens in it. Not called when the screen
  /// appears again because a transition was cancelled.
  ///
  /// - Parameter context: The reason and the properties of the transition.
  open func viewIsAppearing(_ context: TransitionContext) {}

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

  /// Returns whether the user may dismiss this presented screen.
  ///
  /// ``beginDismissal()`` and ``requestDismissal(animated:)`` call this method on each screen that
  /// would be dismissed, from the top to the bottom, before anything else happens, and stop at the
  /// first that returns false. It is not called when the program dismisses the screen with
  /// ``dismiss(animated:)``, nor when no gesture could begin anyway. Requests to containers made in
  /// here are executed after the answer; if they change the window, a gesture does not begin.
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

  /// Returns whether the user may go back from this screen, which is on top of a stack.
  ///
  /// ``NavigationScreen/requestBack(animated:)`` and ``NavigationScreen/beginPop()`` ask before
  /// anything else happens: a key, a button and a gesture alike. The program's own
  /// ``NavigationScreen/pop(animated:)`` does not ask.
  ///
  /// - Returns: False if the user would lose unsaved work; true, unless overridden.
  open func shouldPop() -> Bool { true }

  /// Called when the user tried to go back and ``shouldPop()`` returned false.
  ///
  /// Nothing has changed, and nothing will: ask the user here what to do with the unsaved work.
  open func didAttemptToPop() {}

  /// Returns whether the user may close the window that the screen is in.
  ///
  /// ``ScreenWindow/requestClose()`` asks every screen in the window, the topmost and innermost
  /// first, and stops at the first that returns false. ``ScreenWindow/close()`` does not ask.
  ///
  /// - Returns: False if the user would lose unsaved work; true, unless overridden.
  open func shouldClose() -> Bool { true }

  /// Called when the user tried to close the window and ``shouldClose()`` returned false.
  open func didAttemptToClose() {}

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
  /// Nil unless overridden. Containers, tabs, and the root of a stack or a window are found by their
  /// position. Any other screen without a name is omitted from a ``ScreenArchive``, together with
  /// the screens above it: ``ScreenArchive/omissions`` and an event,
  /// ``ScreenEvent/Kind/stateOmitted(_:)``, report it.
  open var restorationName: String? { nil }

  /// Saves what is needed to create this screen again, such as the number of the book that it
  /// shows.
  ///
  /// Called only for a ``ScreenArchive``, with or without a view. A ``ScreenCatalog`` reads what is
  /// written here. It also distinguishes screens that share a name.
  ///
  /// - Parameter state: The writer for the values.
  open func saveIdentity(into state: inout ScreenStateWriter) {}

  /// When the view of a hidden screen may be unloaded; ``AnyScreen/UnloadPolicy/automatic``, unless
  /// overridden.
  open var unloadPolicy: AnyScreen.UnloadPolicy { .automatic }

  /// The approximate number of bytes that the view holds; 0 if unknown.
  ///
  /// Among equally distant screens, those that free the most for the time it takes to rebuild them
  /// are unloaded first. Reports count only known sizes.
  open var estimatedViewBytes: Int { 0 }

  // MARK: For containers in this module

  var stageContainer: (any StageContainer)? { nil }

  var isBehind: Bool { host.map { !$0.isInFront } ?? false }

  var isInBackgroundAsRoot: Bool { host?.isInBackground ?? false }

  func distance(to child: AnyScreen) -> Int { 0 }

  /// Whether the user is likely to see a child next: the screen below the top, or an adjacent page.
  func isNeighbour(_ child: AnyScreen) -> Bool { false }

  func hasAppeared() {}

  func viewIsReady() {}

  // MARK: For `Screen`, which has the type of the view

  /// The view, if it is loaded, without its static type.
  public var anyViewIfLoaded: AnyObject? { nil }

  var viewType: AnyObject.Type? { nil }

  func makeAndKeepView() {}

  /// Returns the view, to check it for leaks.
  func releaseView() -> AnyObject? { nil }
}
