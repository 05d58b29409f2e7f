/// A stack of screens whose top is visible.
@MainActor
open class NavigationScreen<View: AnyObject>: ContainerScreen<View> {
  /// Creates a stack with one screen, which is never popped.
  ///
  /// - Parameters:
  ///   - root: The screen at the bottom. Its view is a `View` or a subclass of it.
  ///   - stage: The stage that shows the top.
  ///   - application: The application that the screens belong to.
  public init(
    root: AnyScreen, stage: any ScreenStage<View>, in application: ScreenApplication = .shared
  ) {
    super.init(.stack, on: stage, in: application)
    fill([root], as: ContainerLayout(.stack, [root.slot], current: 0))
  }

  /// The screens, from the bottom to the top.
  ///
  /// Updated when a transition begins; in an interactive transition, when the user completes it.
  public final var screens: [AnyScreen] { decidedScreens }

  /// The screen on top.
  public final var topScreen: AnyScreen { currentChild ?? lowestChild }

  /// The screen at the bottom.
  public final var rootScreen: AnyScreen { lowestChild }

  /// Pushes a screen onto the stack.
  ///
  /// Refused with ``ScreenError/isTaken`` if the screen is in a container when the request is
  /// executed.
  ///
  /// - Parameters:
  ///   - screen: The new top.
  ///   - isAnimated: Whether to animate the transition.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func push(_ screen: AnyScreen, animated isAnimated: Bool = true) -> TransitionRequest
  {
    check(screen)
    return request(.push(screen.slot), TransitionRequest(screen), animated: isAnimated)
  }

  /// Pops the top screen.
  ///
  /// Refused with ``ScreenError/isLast`` if only the root is left when the request is executed.
  ///
  /// - Parameter isAnimated: Whether to animate the transition.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func pop(animated isAnimated: Bool = true) -> TransitionRequest {
    request(.pop, animated: isAnimated)
  }

  /// Pops the top screen, if it agrees.
  ///
  /// For a key or a button with which the user goes back. The screen is asked with
  /// ``AnyScreen/shouldPop()`` when the request is executed. Refused with ``ScreenError/isRefused``
  /// if it returns false, and with ``ScreenError/isLast`` if only the root is left.
  ///
  /// - Parameter isAnimated: Whether to animate the transition.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func requestBack(animated isAnimated: Bool = true) -> TransitionRequest {
    request(.pop, animated: isAnimated, asking: true)
  }

  /// Pops all screens above a screen.
  ///
  /// The screens in between are removed without becoming visible. Refused with
  /// ``ScreenError/isUnknown`` if the screen is not in the stack when the request is executed.
  ///
  /// - Parameters:
  ///   - screen: The new top.
  ///   - isAnimated: Whether to animate the transition.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func pop(
    to screen: AnyScreen, animated isAnimated: Bool = true
  ) -> TransitionRequest {
    request(.popTo(screen.slot), TransitionRequest(screen), animated: isAnimated)
  }

  /// Pops all screens except the root.
  ///
  /// - Parameter isAnimated: Whether to animate the transition.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func popToRoot(animated isAnimated: Bool = true) -> TransitionRequest {
    request(.popToRoot, animated: isAnimated)
  }

  /// Replaces the whole stack.
  ///
  /// Screens that are in both stacks stay. The transition runs backward if the new top was in the
  /// stack before, otherwise forward. Refused with ``ScreenError/isEmpty`` if `screens` is empty,
  /// and with ``ScreenError/isTaken`` if a new screen is in another container when the request is
  /// executed.
  ///
  /// - Parameters:
  ///   - screens: The new stack, from the bottom to the top.
  ///   - isAnimated: Whether to animate the transition.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func setScreens(
    _ screens: [AnyScreen], animated isAnimated: Bool = false
  ) -> TransitionRequest {
    check(screens)
    return request(
      .setStack(screens.map(\.slot)), TransitionRequest(screens), animated: isAnimated)
  }

  /// Begins an interactive pop of the top screen.
  ///
  /// The screen is asked with ``AnyScreen/shouldPop()`` before anything else happens.
  ///
  /// - Returns: The transition.
  /// - Throws: ``ScreenError/isLast`` if only the root is left, ``ScreenError/isUnseen`` if the
  ///   stack is not visible, ``ScreenError/isBusy`` if requests are being executed or wait, and
  ///   ``ScreenError/isRefused`` if the screen refuses.
  public final func beginPop() throws(ScreenError) -> InteractiveTransition {
    try trees.beginInteractively(.pop, in: self, asking: .pop)
  }

  // MARK: Distance

  final override func distance(to child: AnyScreen) -> Int {
    index(of: child).map { layout.items.count - 1 - $0 } ?? 0
  }

  final override func isNeighbour(_ child: AnyScreen) -> Bool { distance(to: child) == 1 }
}

extension NavigationScreen: RestorableContainer {}
