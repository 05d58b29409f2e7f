/// A container of tabs that shows the selected screen.
@MainActor
open class TabScreen<View: AnyObject>: ContainerScreen<View> {
  /// The selected tab after the last change, and the one that was selected before it.
  private final var selections: (present: ScreenID?, last: ScreenID?) = (nil, nil)

  /// Creates a container of tabs, and selects the first.
  ///
  /// - Parameters:
  ///   - screens: The screens, from the first to the last. Their views are `View`s or subclasses of
  ///     it.
  ///   - stage: The stage that shows the selected screen and the tabs.
  ///   - application: The application that the screens belong to.
  public init(
    _ screens: [AnyScreen], stage: any ScreenStage<View>,
    in application: ScreenApplication = .shared
  ) {
    super.init(.tabs, on: stage, in: application)
    check(screens)
    fill(
      screens, as: ContainerLayout(.tabs, screens.map(\.slot), current: screens.isEmpty ? nil : 0))
    selections.present = selectedScreen?.id
  }

  /// The screens, from the first to the last.
  public final var screens: [AnyScreen] { decidedScreens }

  /// The index of the selected tab; nil only if there are no tabs.
  public final var selectedIndex: Int? { layout.current }

  /// The selected screen; nil only if there are no tabs.
  public final var selectedScreen: AnyScreen? { currentChild }

  /// Selects a tab.
  ///
  /// Selecting the selected tab has no effect. Refused with ``ScreenError/noSuchPosition`` if there
  /// is no such tab when the request is executed.
  ///
  /// - Parameters:
  ///   - index: The index of the tab, counted from 0.
  ///   - isAnimated: Whether to animate the transition.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func select(_ index: Int, animated isAnimated: Bool = false) -> TransitionRequest {
    request(.selectIndex(index), animated: isAnimated)
  }

  /// Selects a screen.
  ///
  /// Selecting the selected screen has no effect. Refused with ``ScreenError/isUnknown`` if the
  /// screen is not in the container when the request is executed.
  ///
  /// - Parameters:
  ///   - screen: One of ``screens``.
  ///   - isAnimated: Whether to animate the transition.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func select(
    _ screen: AnyScreen, animated isAnimated: Bool = false
  ) -> TransitionRequest {
    request(.select(screen.slot), TransitionRequest(screen), animated: isAnimated)
  }

  /// Adds a tab; the selection stays.
  ///
  /// Refused with ``ScreenError/isTaken`` if the screen is in a container when the request is
  /// executed, and with ``ScreenError/noSuchPosition`` if there are fewer tabs than `index`.
  ///
  /// - Parameters:
  ///   - screen: The new screen.
  ///   - index: The index to insert it at; nil for the end.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func add(_ screen: AnyScreen, at index: Int? = nil) -> TransitionRequest {
    check(screen)
    return request(.insertTab(screen.slot, at: index), TransitionRequest(screen))
  }

  /// Removes a tab; if it was selected, the following one is selected, or else the preceding one.
  ///
  /// Refused with ``ScreenError/isUnknown`` if the screen is not in the container when the request
  /// is executed.
  ///
  /// - Parameters:
  ///   - screen: One of ``screens``.
  ///   - isAnimated: Whether to animate the transition, if the tab was selected.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func remove(
    _ screen: AnyScreen, animated isAnimated: Bool = false
  ) -> TransitionRequest {
    request(.removeTab(screen.slot), TransitionRequest(screen), animated: isAnimated)
  }

  /// Replaces a tab; if it was selected, the new one is.
  ///
  /// Refused with ``ScreenError/isUnknown`` if `screen` is not in the container when the request is
  /// executed, and with ``ScreenError/isTaken`` if `other` is in a container.
  ///
  /// - Parameters:
  ///   - screen: One of ``screens``.
  ///   - other: The new screen.
  ///   - isAnimated: Whether to animate the transition, if the tab was selected.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func replace(
    _ screen: AnyScreen, with other: AnyScreen, animated isAnimated: Bool = false
  ) -> TransitionRequest {
    check(other)
    return request(
      .replaceTab(screen.slot, with: other.slot), TransitionRequest([screen, other]),
      animated: isAnimated)
  }

  /// Replaces all tabs.
  ///
  /// Screens that are in both lists stay. If the selected one is among them, it stays selected;
  /// otherwise the first is. Refused with ``ScreenError/isTaken`` if a new screen is in another
  /// container when the request is executed.
  ///
  /// - Parameters:
  ///   - screens: The new screens, from the first to the last; may be empty.
  ///   - isAnimated: Whether to animate the transition.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func setScreens(
    _ screens: [AnyScreen], animated isAnimated: Bool = false
  ) -> TransitionRequest {
    check(screens)
    return request(
      .setTabs(screens.map(\.slot)), TransitionRequest(screens), animated: isAnimated)
  }

  final override func hasChanged() {
    let selected = selectedScreen?.id
    if selections.present != selected { selections = (selected, selections.present) }
  }

  final override func distance(to child: AnyScreen) -> Int {
    layout.currentScreen == child.slot ? 0 : 1
  }

  final override func isNeighbour(_ child: AnyScreen) -> Bool { selections.last == child.id }
}

extension TabScreen: RestorableContainer {}
