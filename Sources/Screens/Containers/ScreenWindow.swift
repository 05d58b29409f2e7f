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
  /// The presenter of each presented screen.
  private final var presenters: [ScreenID: WeakReference<AnyScreen>] = [:]

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
    fill([root], as: LayerMachine(root: root.id).layout)
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
  public final override var isActive: Bool { isOpen && !isInBackground }

  final override var isInBackgroundAsRoot: Bool { isInBackground }

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
    return request(self) { window throws(ScreenError) in
      let after = try LayerMachine(window.layout).replaceRoot(with: screen.id)
      return after.map {
        window.proposal(.replace, .none, $0, newcomers: [screen], isAnimated: isAnimated)
      }
    }
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
    let request = request { window throws(ScreenError) in
      guard window.appearance == .gone else { throw .isInWrongState }
      window.take(.willAppear, .didAppear, .forward)
    }
    treeDirector.add(request, of: self, in: root)
    return request
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
    let request = request { window throws(ScreenError) in
      guard window.appearance == .visible else { throw .isInWrongState }
      window.take(.willDisappear, .didDisappear, .backward)
    }
    if isOpen {
      treeDirector.performExclusively { treeDirector.addFirst(request, of: self) }
    } else {
      treeDirector.add(request, of: self, in: root)
    }
    return request
  }

  private final func request(
    _ act: @escaping @MainActor (ScreenWindow) throws(ScreenError) -> Void
  ) -> TransitionRequest {
    TransitionRequest(
      .perform { container throws(ScreenError) in
        try act(unsafeDowncast(container, to: ScreenWindow.self))
      })
  }

  private final func take(
    _ first: ScreenAppearanceStep, _ second: ScreenAppearanceStep,
    _ direction: TransitionContext.Direction
  ) {
    let context = TransitionContext(.window, direction: direction, outcome: .completed)
    deliver(first, context)
    deliver(second, context)
    updateForeground()
  }

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
    layout.index(of: child.id).map { LayerMachine(layout).covers(above: $0) } ?? 0
  }

  /// Returns whether one dismissal makes the screen visible.
  final override func isNeighbour(_ child: AnyScreen) -> Bool { distance(to: child) == 1 }
}

extension ScreenWindow: WindowContainer {
  func present(
    _ screen: AnyScreen, from presenter: AnyScreen, as style: ScreenPresentationStyle,
    animated: Bool
  ) -> TransitionRequest {
    check(screen)
    return request(self) { window throws(ScreenError) in
      guard presenter.root === window else { throw .containerIsGone }
      let after = try LayerMachine(window.layout).present(screen.id, as: style)
      window.presenters = window.presenters.filter { window.members[$0.key] != nil }
      window.presenters[screen.id] = WeakReference(presenter)
      return window.proposal(
        .present, .forward, after, newcomers: [screen], isAnimated: animated)
    }
  }

  func dismiss(from screen: AnyScreen, animated: Bool) -> TransitionRequest {
    request(self) { window throws(ScreenError) in
      let after = try window.layoutAfterDismissal(from: screen)
      return window.proposal(.dismiss, .backward, after, isAnimated: animated)
    }
  }

  func beginDismissal(from screen: AnyScreen) -> InteractiveTransition? {
    guard
      let after = try? layoutAfterDismissal(from: screen),
      treeDirector.mayBeginInteractively(in: self), permits(after)
    else { return nil }
    return begin(.dismiss, .backward, after)
  }

  /// Returns whether all screens that would be dismissed agree, asked from the top to the bottom.
  ///
  /// False if requests that they made meanwhile have changed the layout, because new screens have
  /// not been asked.
  private func permits(_ after: ContainerLayout) -> Bool {
    let before = layout
    let going = decidedScreens[after.items.count...].reversed()
    var isPermitted = true
    treeDirector.performInTurn { isPermitted = going.allSatisfy { $0.permitsDismissal() } }
    return isPermitted && layout == before
  }

  /// The layout without what the screen presented, or else without the screen itself.
  private func layoutAfterDismissal(from screen: AnyScreen) throws(ScreenError) -> ContainerLayout {
    guard screen.root === self else { throw .nothingPresented }
    let machine = LayerMachine(layout)
    let presented = layout.items.indices.dropFirst().first { index in
      presenters[layout.items[index].screen]?.object?.isInside(screen) ?? false
    }
    if let presented { return try machine.dismiss(presented) }
    var layer = screen
    while let parent = layer.parent, parent !== self { layer = parent }
    return try machine.dismiss(layout.index(of: layer.id) ?? 0)
  }
}

extension AnyScreen {
  /// Returns whether this is the given screen or a descendant of it.
  fileprivate func isInside(_ screen: AnyScreen) -> Bool {
    var one = self
    while one !== screen {
      guard let parent = one.parent else { return false }
      one = parent
    }
    return true
  }
}

/// The requests that screens make to their window, independent of the type of its views.
@MainActor
protocol WindowContainer: TransitionContainer {
  func present(
    _ screen: AnyScreen, from presenter: AnyScreen, as style: ScreenPresentationStyle,
    animated: Bool
  ) -> TransitionRequest
  func dismiss(from screen: AnyScreen, animated: Bool) -> TransitionRequest
  func beginDismissal(from screen: AnyScreen) -> InteractiveTransition?
}

/// How much a presented screen covers.
public enum ScreenPresentationStyle: Hashable, Sendable, CaseIterable {
  /// Everything: what is below disappears.
  case full
  /// A part: what is below stays visible, but is not foreground.
  case sheet
}
