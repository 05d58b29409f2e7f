/// A stack of screens whose top is visible.
@MainActor
open class NavigationScreen<View: AnyObject>: ContainerScreen<View> {
  /// Whether the stack has appeared at least once.
  private final var hasBeenSeen = false

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
    fill([root], as: StackMachine([root.id]).layout)
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
    return request(self) { container throws(ScreenError) in
      let after = try StackMachine(container.layout).push(screen.id)
      return container.proposal(
        .push, .forward, after, newcomers: [screen], isAnimated: isAnimated)
    }
  }

  /// Pops the top screen.
  ///
  /// Refused with ``ScreenError/isLast`` if only the root is left when the request is executed.
  ///
  /// - Parameter isAnimated: Whether to animate the transition.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func pop(animated isAnimated: Bool = true) -> TransitionRequest {
    request(self) { container throws(ScreenError) in
      let after = try StackMachine(container.layout).pop()
      return container.proposal(.pop, .backward, after, isAnimated: isAnimated)
    }
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
    request(self) { container throws(ScreenError) in
      let after = try StackMachine(container.layout).pop(to: screen.id)
      return after.map { container.proposal(.pop, .backward, $0, isAnimated: isAnimated) }
    }
  }

  /// Pops all screens except the root.
  ///
  /// - Parameter isAnimated: Whether to animate the transition.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func popToRoot(animated isAnimated: Bool = true) -> TransitionRequest {
    request(self) { container throws(ScreenError) in
      StackMachine(container.layout).popToRoot().map {
        container.proposal(.pop, .backward, $0, isAnimated: isAnimated)
      }
    }
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
    return request(self) { container throws(ScreenError) in
      let after = try StackMachine(container.layout).replace(with: screens.map(\.id))
      guard let after, let top = after.currentScreen else { return nil }
      return container.proposal(
        .replace, container.members[top] == nil ? .forward : .backward, after,
        newcomers: screens.filter { container.members[$0.id] == nil }, isAnimated: isAnimated)
    }
  }

  /// Begins an interactive pop of the top screen.
  ///
  /// - Returns: The transition; nil if there is nothing to pop, the stack is not visible, or
  ///   another transition is in progress.
  public final func beginPop() -> InteractiveTransition? {
    guard let after = try? StackMachine(layout).pop() else { return nil }
    return begin(.pop, .backward, after)
  }

  // MARK: The first appearance

  final override func hasAppeared() { hasBeenSeen = true }

  /// In UIKit, a root that is visible with its stack enters the stack at that moment.
  final override func contextOfChildren(
    _ step: ScreenAppearanceStep, _ context: TransitionContext
  ) -> TransitionContext {
    var context = context.inherited
    guard !hasBeenSeen, transitionOrder != .uniform else { return context }
    let isComing = step == .willAppear || step == .didAppear
    context.isEntering = isComing && currentChild === lowestChild
    return context
  }

  // MARK: Distance

  final override func distance(to child: AnyScreen) -> Int {
    guard let index = layout.index(of: child.id) else { return 0 }
    return layout.items.count - 1 - index
  }

  /// Returns whether a screen is directly below the top.
  final override func isNeighbour(_ child: AnyScreen) -> Bool {
    layout.items.count > 1 && layout.items[layout.items.count - 2].screen == child.id
  }
}
