extension AnyScreen {
  /// Shows a screen over all others in the window.
  ///
  /// Refused with ``ScreenError/containerIsGone`` if this screen is in no ``ScreenWindow``, or has left it
  /// when the turn comes, so that a caller that has waited for an answer need not ask whether the user
  /// has moved on; with ``ScreenError/isHosted`` if a toolkit hosts it, which presents by its own means.
  /// Refused with ``ScreenError/isTaken`` if the other is in a container.
  ///
  /// - Parameters:
  ///   - screen: what is shown.
  ///   - style: how much it covers.
  ///   - isAnimated: whether the user sees it come.
  /// - Returns: what may be awaited.
  @discardableResult
  public final func present(
    _ screen: AnyScreen, as style: PresentationStyle = .full, animated isAnimated: Bool = true
  ) -> TransitionRequest {
    guard let window = root as? any WindowContainer else {
      return TransitionRequest(refused: root.host == nil ? .containerIsGone : .isHosted)
    }
    return window.present(screen, from: self, as: style, animated: isAnimated)
  }

  /// Takes away what this screen has presented, or what a screen in it has; if there is nothing, the
  /// screen itself, or the one that it is in.
  ///
  /// All that is above goes with it. Refused with ``ScreenError/nothingPresented`` if neither was
  /// presented, or the screen has left the window: to dismiss twice does no harm.
  ///
  /// - Parameter isAnimated: whether the user sees it go.
  /// - Returns: what may be awaited.
  @discardableResult
  public final func dismiss(animated isAnimated: Bool = true) -> TransitionRequest {
    guard let window = root as? any WindowContainer else {
      return TransitionRequest(refused: .nothingPresented)
    }
    return window.dismiss(from: self, animated: isAnimated)
  }

  /// Begins to take away what ``dismiss(animated:)`` would, following the user's finger.
  ///
  /// The screens that would go are asked before, with ``shouldDismiss()``, and told with
  /// ``willDismiss()`` and ``didDismiss()``.
  ///
  /// - Returns: what moves it on; nil if there is nothing to dismiss, nobody sees it, something else
  ///   is under way, or one of the screens says no.
  public final func beginDismissal() -> InteractiveTransition? {
    (root as? any WindowContainer)?.beginDismissal(from: self)
  }
}
