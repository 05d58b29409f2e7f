/// A stack of screens, of which the user sees the top.
@MainActor
open class NavigationScreen<View: AnyObject>: ContainerScreen<View> {
  /// Whether the user has seen it.
  private final var hasBeenSeen = false

  /// A stack of one screen, which is never popped.
  ///
  /// - Parameters:
  ///   - root: the screen at the bottom. Its view is a `View`, or something that inherits from it.
  ///   - stage: shows the top.
  ///   - application: where the screens belong.
  public init(
    root: AnyScreen, stage: any Stage<View>, in application: ScreenApplication = .shared
  ) {
    super.init(.stack, on: stage, in: application)
    fill([root], as: StackMachine([root.id]).layout)
  }

  /// The screens, from the bottom to the top, as far as that is decided.
  ///
  /// While a transition follows a finger, this is as before.
  public final var screens: [AnyScreen] { decidedScreens }

  /// The screen on top.
  public final var topScreen: AnyScreen { currentChild ?? lowestChild }

  /// The screen at the bottom.
  public final var rootScreen: AnyScreen { lowestChild }

  /// Puts a screen on top.
  ///
  /// Refused with ``ScreenError/isTaken`` if the screen is in a container by then.
  ///
  /// - Parameters:
  ///   - screen: the new top.
  ///   - isAnimated: whether the user sees it come.
  /// - Returns: what may be awaited.
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

  /// Takes the top away.
  ///
  /// Refused with ``ScreenError/isLast`` if only the root is left by then.
  ///
  /// - Parameter isAnimated: whether the user sees it go.
  /// - Returns: what may be awaited.
  @discardableResult
  public final func pop(animated isAnimated: Bool = true) -> TransitionRequest {
    request(self) { container throws(ScreenError) in
      let after = try StackMachine(container.layout).pop()
      return container.proposal(.pop, .backward, after, isAnimated: isAnimated)
    }
  }

  /// Takes away all that is above a screen.
  ///
  /// Those in between go without having been seen. Refused with ``ScreenError/isUnknown`` if the
  /// screen is not in the stack by then.
  ///
  /// - Parameters:
  ///   - screen: the new top.
  ///   - isAnimated: whether the user sees it.
  /// - Returns: what may be awaited.
  @discardableResult
  public final func pop(
    to screen: AnyScreen, animated isAnimated: Bool = true
  ) -> TransitionRequest {
    request(self) { container throws(ScreenError) in
      let after = try StackMachine(container.layout).pop(to: screen.id)
      return after.map { container.proposal(.pop, .backward, $0, isAnimated: isAnimated) }
    }
  }

  /// Takes away all but the root.
  ///
  /// - Parameter isAnimated: whether the user sees it.
  /// - Returns: what may be awaited.
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
  /// Screens that are in both stay. If the new top was in the stack before, the user sees the way
  /// back, otherwise the way forward. Refused with ``ScreenError/isEmpty`` if there are none, and with
  /// ``ScreenError/isTaken`` if a new one is in another container by then.
  ///
  /// - Parameters:
  ///   - screens: from the bottom to the top.
  ///   - isAnimated: whether the user sees it.
  /// - Returns: what may be awaited.
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

  /// Begins to take the top away, following the user's finger.
  ///
  /// - Returns: what moves it on; nil if there is nothing to pop, nobody sees it, or something else
  ///   is under way.
  public final func beginPop() -> InteractiveTransition? {
    guard let after = try? StackMachine(layout).pop() else { return nil }
    return begin(.pop, .backward, after)
  }

  // MARK: The first appearance

  final override func hasAppeared() { hasBeenSeen = true }

  /// In UIKit, a root that is seen at once is only then coming into the stack.
  final override func contextOfChildren(
    _ step: AppearanceStep, _ context: TransitionContext
  ) -> TransitionContext {
    var context = context.inherited
    guard !hasBeenSeen, transitionOrder != .uniform else { return context }
    let isComing = step == .willAppear || step == .didAppear
    context.isEntering = isComing && currentChild === lowestChild
    return context
  }

  // MARK: Who is near

  final override func distance(to child: AnyScreen) -> Int {
    guard let index = layout.index(of: child.id) else { return 0 }
    return layout.items.count - 1 - index
  }

  /// Whether it is the screen right under the top.
  final override func isNeighbour(_ child: AnyScreen) -> Bool {
    layout.items.count > 1 && layout.items[layout.items.count - 2].screen == child.id
  }
}
