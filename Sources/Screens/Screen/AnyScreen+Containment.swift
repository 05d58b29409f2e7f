extension AnyScreen {
  /// The outermost container of this screen, or the screen itself if it is in none.
  ///
  /// - Complexity: O(*d*) in the depth of the tree.
  public final var root: AnyScreen {
    var screen = self
    while let parent = screen.parent { screen = parent }
    return screen
  }

  /// Whether the screen is in no container.
  final var isRoot: Bool { parent == nil }

  /// Whether the screen may be added to a container: it has no parent, is not visible, and has no
  /// host.
  final var isFree: Bool {
    parent == nil && appearance == .gone && (!isHosted || host == nil)
  }

  /// The screens in this container, in its order; empty if this is not a container.
  public final var children: [AnyScreen] { containedScreens }

  /// Of a screen without a container: the director that serializes requests.
  ///
  /// A screen that is not a container needs one too, so that it is not shown while its view is
  /// being created.
  final var director: TransitionDirector {
    if let storedDirector { return storedDirector }
    let director = TransitionDirector()
    storedDirector = director
    return director
  }

  /// Calls `body` with this screen and all its descendants, each before its children.
  final func forEachInTree(_ body: (AnyScreen) -> Void) {
    body(self)
    for child in containedScreens { child.forEachInTree(body) }
  }

  /// This screen and all its descendants at this moment, in the order of ``forEachInTree(_:)``.
  final var tree: [AnyScreen] {
    var all: [AnyScreen] = []
    forEachInTree { all.append($0) }
    return all
  }

  /// Moves this screen and its descendants to the application of its new container.
  final func adopt(_ application: ScreenApplication) {
    if self.application !== application {
      self.application.registry.remove(self)
      self.application = application
      application.register(self)
    }
    for child in containedScreens { child.adopt(application) }
  }

  /// Presents a screen over all others in the window.
  ///
  /// Refused with ``ScreenError/containerIsGone`` if this screen is in no ``ScreenWindow``, or has
  /// left it when the request is executed, so a caller that has awaited something need not check
  /// whether the user has moved on. Refused with ``ScreenError/isHosted`` if a toolkit hosts this
  /// screen: present with the toolkit's own API. Refused with ``ScreenError/isTaken`` if the other
  /// screen is in a container.
  ///
  /// - Parameters:
  ///   - screen: The screen to present.
  ///   - style: How much the screen covers.
  ///   - isAnimated: Whether to animate the transition.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func present(
    _ screen: AnyScreen, as style: ScreenPresentationStyle = .full, animated isAnimated: Bool = true
  ) -> TransitionRequest {
    guard let window = root as? any WindowContainer else {
      return TransitionRequest(refused: root.host == nil ? .containerIsGone : .isHosted)
    }
    return window.present(screen, from: self, as: style, animated: isAnimated)
  }

  /// Dismisses what this screen, or a screen in it, has presented; if there is nothing, dismisses
  /// this screen itself, or the presented screen that contains it.
  ///
  /// All screens above are dismissed too. Refused with ``ScreenError/nothingPresented`` if neither
  /// was presented, or the screen has left the window, so dismissing twice is harmless.
  ///
  /// - Parameter isAnimated: Whether to animate the transition.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func dismiss(animated isAnimated: Bool = true) -> TransitionRequest {
    guard let window = root as? any WindowContainer else {
      return TransitionRequest(refused: .nothingPresented)
    }
    return window.dismiss(from: self, animated: isAnimated)
  }

  /// Begins an interactive dismissal of what ``dismiss(animated:)`` would dismiss.
  ///
  /// The screens that would be dismissed are first asked with ``shouldDismiss()``, and then
  /// notified with ``willDismiss()`` and ``didDismiss()``.
  ///
  /// - Returns: The transition; nil if there is nothing to dismiss, the window is not visible,
  ///   another transition is in progress, or one of the screens refuses.
  public final func beginDismissal() -> InteractiveTransition? {
    (root as? any WindowContainer)?.beginDismissal(from: self)
  }

  /// Asks whether the user may dismiss the screen, and notifies the screen if not.
  final func permitsDismissal() -> Bool {
    note(.shouldDismiss)
    if shouldDismiss() { return true }
    note(.didAttemptToDismiss)
    didAttemptToDismiss()
    return false
  }

  final func notifyWillDismiss() {
    note(.willDismiss)
    willDismiss()
  }

  final func notifyDidDismiss() {
    note(.didDismiss)
    didDismiss()
  }

  final func notifyWillMove(to parent: AnyScreen?) {
    note(.willMove(toParent: parent?.id))
    willMove(toParent: parent)
  }

  final func notifyDidMove(to parent: AnyScreen?) {
    note(.didMove(toParent: parent?.id))
    didMove(toParent: parent)
  }
}
