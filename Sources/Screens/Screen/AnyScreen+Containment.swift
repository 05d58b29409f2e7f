extension AnyScreen {
  final var trees: ScreenTrees { .shared }

  /// The container that the screen is in.
  ///
  /// Set before ``willMove(toParent:)`` when the screen is added, and cleared after
  /// ``didMove(toParent:)`` when it is removed.
  public final var parent: AnyScreen? { trees.screen(trees.machine[slot].parent) }

  /// Whether the user works with this screen, or with a screen in it.
  ///
  /// True if the screen is visible, its window is active, and at every level up to the window it is
  /// in the current child. A screen below a sheet stays visible but is not foreground.
  public final var isForeground: Bool { trees.machine[slot].flags.contains(.isForeground) }

  /// The outermost container of this screen, or the screen itself if it is in none.
  ///
  /// - Complexity: O(*d*) in the depth of the tree.
  public final var root: AnyScreen { trees.root(of: self) }

  /// The screens in this container, in its order; empty if this is not a container.
  public final var children: [AnyScreen] { containedScreens }

  final var isRoot: Bool { trees.machine[slot].parent.isNone }

  final var isFree: Bool {
    trees.removeDestroyedRoots(of: self)
    return trees.machine.isFree(slot)
  }

  final var lifecycle: LifecycleMachine {
    get { trees.machine[slot].lifecycle }
    _modify { yield &trees.machine[slot].lifecycle }
  }

  /// All children, from the first to the last; of a stack, from the bottom to the top.
  final var containedScreens: [AnyScreen] {
    trees.machine.children(of: slot).compactMap { trees.screen($0) }
  }

  final var hasContainedScreens: Bool { !trees.machine.children(of: slot).isEmpty }

  final var loadedChildCount: Int {
    trees.machine.children(of: slot).count { trees.machine[$0].lifecycle.view.isLoaded }
  }

  /// Visible whenever this screen is.
  final var visibleChildren: [AnyScreen] {
    guard trees.machine[slot].isContainer else { return [] }
    let layout = trees.machine[container: slot].layout
    return layout.items[layout.visible].compactMap { trees.screen($0.screen) }
  }

  /// Each screen before its children.
  final func forEachInTree(_ body: (AnyScreen) -> Void) {
    body(self)
    for child in containedScreens { child.forEachInTree(body) }
  }

  /// In the order of ``forEachInTree(_:)``.
  final var tree: [AnyScreen] {
    var all: [AnyScreen] = []
    forEachInTree { all.append($0) }
    return all
  }

  final func adopt(_ application: ScreenApplication) {
    if self.application !== application {
      self.application.registry.remove(self)
      self.application.sweepRegistryIfSparse()
      self.application = application
      application.registry.add(self)
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
    _ screen: AnyScreen, as style: AnyScreen.PresentationStyle = .full,
    animated isAnimated: Bool = true
  ) -> TransitionRequest {
    guard let window = root as? any WindowContainer else {
      return TransitionRequest(refused: root.host == nil ? .containerIsGone : .isHosted)
    }
    // A request does not retain the window, whose stage must end it.
    let request = TransitionRequest(self === window ? [screen] : [screen, self])
    window.present(screen, from: self, as: style, animated: isAnimated, request)
    return request
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
    return window.dismiss(from: self, animated: isAnimated, asking: false)
  }

  /// Dismisses what ``dismiss(animated:)`` would dismiss, if the screens that would leave agree.
  ///
  /// For a key or a button with which the user dismisses. The screens are asked with
  /// ``shouldDismiss()``, from the top to the bottom, when the request is executed. Refused with
  /// ``ScreenError/isRefused`` if one of them returns false, and otherwise as
  /// ``dismiss(animated:)``.
  ///
  /// - Parameter isAnimated: Whether to animate the transition.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func requestDismissal(animated isAnimated: Bool = true) -> TransitionRequest {
    guard let window = root as? any WindowContainer else {
      return TransitionRequest(refused: .nothingPresented)
    }
    return window.dismiss(from: self, animated: isAnimated, asking: true)
  }

  /// Begins an interactive dismissal of what ``dismiss(animated:)`` would dismiss.
  ///
  /// The screens that would be dismissed are first asked with ``shouldDismiss()``, and then
  /// notified with ``willDismiss()`` and ``didDismiss()``.
  ///
  /// - Returns: The transition.
  /// - Throws: ``ScreenError/nothingPresented`` if there is nothing to dismiss,
  ///   ``ScreenError/isUnseen`` if the window is not visible, ``ScreenError/isBusy`` if requests
  ///   are being executed or wait, and ``ScreenError/isRefused`` if one of the screens refuses.
  public final func beginDismissal() throws(ScreenError) -> InteractiveTransition {
    guard let window = root as? any WindowContainer else { throw .nothingPresented }
    return try window.beginDismissal(from: self)
  }

  final func permitsLeaving(_ reason: TransitionContext.Reason) -> Bool {
    switch reason {
    case .pop: permits(shouldPop, didAttemptToPop, .shouldPop, .didAttemptToPop)
    case .window: permits(shouldClose, didAttemptToClose, .shouldClose, .didAttemptToClose)
    default: permits(shouldDismiss, didAttemptToDismiss, .shouldDismiss, .didAttemptToDismiss)
    }
  }

  private func permits(
    _ question: () -> Bool, _ refusal: () -> Void, _ asked: ScreenEvent.Kind,
    _ refused: ScreenEvent.Kind
  ) -> Bool {
    note(asked)
    if question() { return true }
    note(refused)
    refusal()
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
    if parent == nil { endResultWaits() }
  }
}
