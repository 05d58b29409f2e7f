/// Screens side by side, of which the user sees the one that is selected.
@MainActor
open class TabScreen<View: AnyObject>: ContainerScreen<View> {
  /// Tabs, of which the first is selected.
  ///
  /// - Parameters:
  ///   - screens: from the first to the last. Their views are `View`s, or something that inherits
  ///     from it.
  ///   - stage: shows the selected one, and the tabs.
  ///   - application: where the screens belong.
  public init(
    _ screens: [AnyScreen], stage: any Stage<View>, in application: ScreenApplication = .shared
  ) {
    super.init(.tabs, on: stage, in: application)
    check(screens)
    let layout = TabMachine(screens.map(\.id), selecting: screens.isEmpty ? nil : 0).layout
    fill(screens, as: layout)
  }

  /// The screens, from the first to the last.
  public final var screens: [AnyScreen] { decidedScreens }

  /// Which tab is selected; nil only if there is none.
  public final var selectedIndex: Int? { layout.current }

  /// The screen that is selected; nil only if there is none.
  public final var selectedScreen: AnyScreen? { currentChild }

  /// Selects a tab.
  ///
  /// To select it again does nothing. Refused with ``ScreenError/noSuchPosition`` if there are fewer
  /// by then.
  ///
  /// - Parameters:
  ///   - index: counted from 0.
  ///   - isAnimated: whether the user sees it move.
  /// - Returns: what may be awaited.
  @discardableResult
  public final func select(_ index: Int, animated isAnimated: Bool = false) -> TransitionRequest {
    request(self) { container throws(ScreenError) in
      container.selection(try TabMachine(container.layout).select(index), isAnimated)
    }
  }

  /// Selects a screen.
  ///
  /// To select it again does nothing. Refused with ``ScreenError/isUnknown`` if it is not here by
  /// then.
  ///
  /// - Parameters:
  ///   - screen: one of ``screens``.
  ///   - isAnimated: whether the user sees it move.
  /// - Returns: what may be awaited.
  @discardableResult
  public final func select(
    _ screen: AnyScreen, animated isAnimated: Bool = false
  ) -> TransitionRequest {
    request(self) { container throws(ScreenError) in
      container.selection(try TabMachine(container.layout).select(screen.id), isAnimated)
    }
  }

  /// Adds a tab; the same one stays selected.
  ///
  /// Refused with ``ScreenError/isTaken`` if the screen is in a container by then, and with
  /// ``ScreenError/noSuchPosition`` if there are fewer tabs.
  ///
  /// - Parameters:
  ///   - screen: the new one.
  ///   - index: where it is to be; nil for the end.
  /// - Returns: what may be awaited.
  @discardableResult
  public final func add(_ screen: AnyScreen, at index: Int? = nil) -> TransitionRequest {
    check(screen)
    return request(self) { container throws(ScreenError) in
      let after = try TabMachine(container.layout).insert(
        screen.id, at: index ?? container.layout.items.count)
      return container.proposal(
        .replace, .none, after, newcomers: [screen], isAnimated: false)
    }
  }

  /// Removes a tab; if it was selected, the one that follows is, or else the one before.
  ///
  /// Refused with ``ScreenError/isUnknown`` if it is not here by then.
  ///
  /// - Parameters:
  ///   - screen: one of ``screens``.
  ///   - isAnimated: whether the user sees it move, if it was selected.
  /// - Returns: what may be awaited.
  @discardableResult
  public final func remove(
    _ screen: AnyScreen, animated isAnimated: Bool = false
  ) -> TransitionRequest {
    request(self) { container throws(ScreenError) in
      let after = try TabMachine(container.layout).remove(screen.id)
      return container.proposal(.replace, .none, after, isAnimated: isAnimated)
    }
  }

  /// Puts another screen in the place of one; if that was selected, the new one is.
  ///
  /// Refused with ``ScreenError/isUnknown`` if the one is not here by then, and with
  /// ``ScreenError/isTaken`` if the other is in a container.
  ///
  /// - Parameters:
  ///   - screen: one of ``screens``.
  ///   - other: the new one.
  ///   - isAnimated: whether the user sees it move, if it was selected.
  /// - Returns: what may be awaited.
  @discardableResult
  public final func replace(
    _ screen: AnyScreen, with other: AnyScreen, animated isAnimated: Bool = false
  ) -> TransitionRequest {
    check(other)
    return request(self) { container throws(ScreenError) in
      let after = try TabMachine(container.layout).replace(screen.id, with: other.id)
      return container.proposal(
        .replace, .none, after, newcomers: [other], isAnimated: isAnimated)
    }
  }

  /// Replaces all tabs.
  ///
  /// Screens that are in both stay. If the selected one is among them, it stays selected; otherwise
  /// the first is. Refused with ``ScreenError/isTaken`` if a new one is in another container by then.
  ///
  /// - Parameters:
  ///   - screens: from the first to the last; there may be none.
  ///   - isAnimated: whether the user sees it move.
  /// - Returns: what may be awaited.
  @discardableResult
  public final func setScreens(
    _ screens: [AnyScreen], animated isAnimated: Bool = false
  ) -> TransitionRequest {
    check(screens)
    return request(self) { container throws(ScreenError) in
      TabMachine(container.layout).replaceAll(with: screens.map(\.id)).map {
        container.proposal(
          .replace, .none, $0, newcomers: screens.filter { container.members[$0.id] == nil },
          isAnimated: isAnimated)
      }
    }
  }

  private func selection(_ after: ContainerLayout?, _ isAnimated: Bool) -> TransitionProposal? {
    guard let after, let old = layout.current, let new = after.current else { return nil }
    return proposal(.select, new > old ? .forward : .backward, after, isAnimated: isAnimated)
  }

  final override func distance(to child: AnyScreen) -> Int {
    layout.currentScreen == child.id ? 0 : 1
  }
}
