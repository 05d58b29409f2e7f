extension AnyScreen {
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
    _ screen: AnyScreen, as style: PresentationStyle = .full, animated isAnimated: Bool = true
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
}
