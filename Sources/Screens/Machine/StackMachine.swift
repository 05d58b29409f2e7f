/// Computes the layout of a stack of screens.
struct StackMachine {
  let layout: ContainerLayout

  init(_ layout: ContainerLayout) { self.layout = layout }

  /// Creates the layout of a stack, from the bottom to the top.
  init(_ screens: [ScreenID]) {
    let top = screens.count - 1
    layout = ContainerLayout(
      items: screens.enumerated().map { index, screen in
        ContainerLayout.Item(screen: screen, position: index, isVisible: index == top)
      },
      current: screens.isEmpty ? nil : top, count: screens.count)
  }

  func push(_ screen: ScreenID) throws(ScreenError) -> ContainerLayout {
    guard layout.index(of: screen) == nil else { throw .isTaken }
    var after = layout
    if let top = after.current { after.items[top].isVisible = false }
    after.current = after.items.count
    after.items.append(ContainerLayout.Item(screen: screen, position: after.items.count))
    after.count += 1
    return after
  }

  func pop() throws(ScreenError) -> ContainerLayout {
    guard layout.items.count > 1 else { throw .isLast }
    return keep(layout.items.count - 1)
  }

  /// Nil if the screen is on top already.
  func pop(to screen: ScreenID) throws(ScreenError) -> ContainerLayout? {
    guard let index = layout.index(of: screen) else { throw .isUnknown }
    return index == layout.items.count - 1 ? nil : keep(index + 1)
  }

  /// Nil if only the root is left already.
  func popToRoot() -> ContainerLayout? {
    layout.items.count > 1 ? keep(1) : nil
  }

  /// Nil if nothing changes.
  func replace(with screens: [ScreenID]) throws(ScreenError) -> ContainerLayout? {
    guard !screens.isEmpty else { throw .isEmpty }
    let after = StackMachine(screens).layout
    return after == layout ? nil : after
  }

  private func keep(_ count: Int) -> ContainerLayout {
    var after = layout
    after.items.removeLast(after.items.count - count)
    after.items[count - 1].isVisible = true
    after.current = count - 1
    after.count = count
    return after
  }
}
