/// A window: its root screen, and what is presented over it.
///
/// It is the top of its tree. Nothing is seen before it is opened. Close it before you let go of it, if
/// screens in it live on: they hear then that they have disappeared, and can be shown elsewhere.
@MainActor
open class ScreenWindow<View: AnyObject>: ContainerScreen<View> {
  /// Whether the app is in the background, as far as the window has been told.
  public final var isInBackground: Bool { background.isInBackground }

  private final let background = BackgroundTeller()
  /// Who presented what.
  private final var presenters: [ScreenID: Presenter] = [:]

  private struct Presenter {
    weak var screen: AnyScreen?
  }

  /// A window that is closed.
  ///
  /// - Parameters:
  ///   - root: the screen at the bottom. Its view is a `View`, or something that inherits from it.
  ///   - stage: shows the root and what is presented over it.
  ///   - application: where the screens belong.
  public init(
    root: AnyScreen, stage: any Stage<View>, in application: ScreenApplication = .shared
  ) {
    super.init(.modal, on: stage, in: application)
    fill([root], as: LayerMachine(root: root.id).layout)
  }

  /// The screen at the bottom.
  public final var rootScreen: AnyScreen { lowestChild }

  /// What is presented over it, from the bottom to the top.
  public final var presentedScreens: [AnyScreen] {
    Array(decidedScreens.dropFirst())
  }

  /// Whether it has been opened, and not closed again.
  public final var isOpen: Bool { appearance == .visible || appearance == .appearing }

  /// Whether it is open, and the app in front.
  public final override var isActive: Bool { isOpen && !isInBackground }

  final override var isInBackgroundAsRoot: Bool { isInBackground }

  /// Replaces the screen at the bottom; what is presented over it stays.
  ///
  /// Refused with ``ScreenError/isTaken`` if the screen is in a container by then.
  ///
  /// - Parameters:
  ///   - screen: the new root.
  ///   - isAnimated: whether the user sees it come, unless it is covered.
  /// - Returns: what may be awaited.
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

  /// Opens the window: what is in it appears.
  ///
  /// Refused with ``ScreenError/isInWrongState`` if it is open by then.
  ///
  /// - Returns: what may be awaited.
  @discardableResult
  public final func open() -> TransitionRequest {
    let request = request { window throws(ScreenError) in
      guard window.appearance == .gone else { throw .isInWrongState }
      window.take(.willAppear, .didAppear, .forward)
    }
    treeDirector.add(request, of: self, in: root)
    return request
  }

  /// Closes the window: what is in it disappears, and stays as it is.
  ///
  /// The transition under way is ended at once. What waits in line is done after, when nobody sees
  /// it. Refused with ``ScreenError/isInWrongState`` if the window is closed by then.
  ///
  /// - Returns: what may be awaited.
  @discardableResult
  public final func close() -> TransitionRequest {
    let request = request { window throws(ScreenError) in
      guard window.appearance == .visible else { throw .isInWrongState }
      window.take(.willDisappear, .didDisappear, .backward)
    }
    if isOpen {
      treeDirector.interrupt { treeDirector.addFirst(request, of: self) }
    } else {
      treeDirector.add(request, of: self, in: root)
    }
    return request
  }

  private final func request(
    _ act: @escaping @MainActor (ScreenWindow) throws(ScreenError) -> Void
  ) -> TransitionRequest {
    TransitionRequest(
      .act { container throws(ScreenError) in
        try act(unsafeDowncast(container, to: ScreenWindow.self))
      })
  }

  private final func take(
    _ first: AppearanceStep, _ second: AppearanceStep, _ direction: TransitionContext.Direction
  ) {
    let context = TransitionContext(.window, direction: direction, outcome: .completed)
    deliver(first, context)
    deliver(second, context)
    updateForeground()
  }

  /// The app has gone to the background, or the window out of sight.
  ///
  /// Nothing disappears: who was foreground hears so, and then all screens in the window hear
  /// ``AnyScreen/didEnterBackground()``. Called again, it does nothing; called while all hear that
  /// the app comes back, it takes effect when they have.
  public final func enterBackground() { background.enterBackground(self) }

  /// The app is about to come back to the front.
  ///
  /// All screens in the window hear ``AnyScreen/willEnterForeground()``, and then who is foreground
  /// hears so. Called again, it does nothing; called while all hear of the background, it takes effect
  /// when they have.
  public final func enterForeground() { background.enterForeground(self) }

  // MARK: What is seen

  /// How many screens above it cover all.
  final override func distance(to child: AnyScreen) -> Int {
    layout.index(of: child.id).map { LayerMachine(layout).covers(above: $0) } ?? 0
  }

  /// Whether one dismissal is between the user and it.
  final override func isNeighbour(_ child: AnyScreen) -> Bool { distance(to: child) == 1 }
}

extension ScreenWindow: WindowContainer {
  func present(
    _ screen: AnyScreen, from presenter: AnyScreen, as style: PresentationStyle, animated: Bool
  ) -> TransitionRequest {
    check(screen)
    return request(self) { window throws(ScreenError) in
      guard presenter.root === window else { throw .containerIsGone }
      let after = try LayerMachine(window.layout).present(screen.id, as: style)
      window.presenters = window.presenters.filter { window.members[$0.key] != nil }
      window.presenters[screen.id] = Presenter(screen: presenter)
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

  /// Whether all screens that would go agree, from the top to the bottom.
  ///
  /// Not if what they have asked for meanwhile has changed who is there: those have not been asked.
  private func permits(_ after: ContainerLayout) -> Bool {
    let before = layout
    let going = decidedScreens[after.items.count...].reversed()
    var isPermitted = true
    treeDirector.enclose { isPermitted = going.allSatisfy { $0.permitsDismissal() } }
    return isPermitted && layout == before
  }

  /// What it presented goes, or else itself.
  private func layoutAfterDismissal(from screen: AnyScreen) throws(ScreenError) -> ContainerLayout {
    guard screen.root === self else { throw .nothingPresented }
    let machine = LayerMachine(layout)
    let presented = layout.items.indices.dropFirst().first { index in
      presenters[layout.items[index].screen]?.screen?.isInside(screen) ?? false
    }
    if let presented { return try machine.dismiss(presented) }
    var layer = screen
    while let parent = layer.parent, parent !== self { layer = parent }
    return try machine.dismiss(layout.index(of: layer.id) ?? 0)
  }
}

extension AnyScreen {
  /// Whether this is the screen, or in it.
  fileprivate func isInside(_ screen: AnyScreen) -> Bool {
    var one = self
    while one !== screen {
      guard let parent = one.parent else { return false }
      one = parent
    }
    return true
  }
}
