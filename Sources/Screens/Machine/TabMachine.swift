/// Computes the layout of a row of tabs and its selection.
struct TabMachine {
  let layout: ContainerLayout

  init(_ layout: ContainerLayout) { self.layout = layout }

  init(_ screens: [ScreenID], selecting selected: Int?) {
    layout = ContainerLayout(
      items: screens.enumerated().map { index, screen in
        ContainerLayout.Item(screen: screen, position: index, isVisible: index == selected)
      },
      current: selected, count: screens.count)
  }

  private var screens: [ScreenID] { layout.items.map(\.screen) }

  /// Nil if the tab is selected already.
  func select(_ index: Int) throws(ScreenError) -> ContainerLayout? {
    guard layout.items.indices.contains(index) else { throw .noSuchPosition }
    guard let current = layout.current, index != current else { return nil }
    var after = layout
    after.items[current].isVisible = false
    after.items[index].isVisible = true
    after.current = index
    return after
  }

  /// Nil if the tab is selected already.
  func select(_ screen: ScreenID) throws(ScreenError) -> ContainerLayout? {
    guard let index = layout.index(of: screen) else { throw .isUnknown }
    return try select(index)
  }

  /// Inserts a tab; the selection stays.
  func insert(_ screen: ScreenID, at index: Int) throws(ScreenError) -> ContainerLayout {
    guard (0...layout.items.count).contains(index) else { throw .noSuchPosition }
    guard layout.index(of: screen) == nil else { throw .isTaken }
    var screens = screens
    screens.insert(screen, at: index)
    let selected = layout.current.map { $0 < index ? $0 : $0 + 1 }
    return TabMachine(screens, selecting: selected ?? 0).layout
  }

  /// Removes a tab.
  ///
  /// If it was selected, the selection moves to the following tab, or else to the preceding one.
  func remove(_ screen: ScreenID) throws(ScreenError) -> ContainerLayout {
    guard let index = layout.index(of: screen), let current = layout.current else {
      throw .isUnknown
    }
    var screens = screens
    screens.remove(at: index)
    let selected = current > index ? current - 1 : min(current, screens.count - 1)
    return TabMachine(screens, selecting: screens.isEmpty ? nil : selected).layout
  }

  /// Replaces a tab.
  ///
  /// If it was selected, the new one is.
  func replace(_ screen: ScreenID, with other: ScreenID) throws(ScreenError) -> ContainerLayout {
    guard let index = layout.index(of: screen) else { throw .isUnknown }
    guard layout.index(of: other) == nil else { throw .isTaken }
    var after = layout
    after.items[index].screen = other
    return after
  }

  /// Replaces all tabs.
  ///
  /// The selection stays if its screen is among them, and otherwise moves to the first.
  ///
  /// Nil if nothing changes.
  func replaceAll(with screens: [ScreenID]) -> ContainerLayout? {
    let selected = layout.currentScreen.flatMap { screens.firstIndex(of: $0) }
    let after = TabMachine(screens, selecting: screens.isEmpty ? nil : selected ?? 0).layout
    return after == layout ? nil : after
  }
}
