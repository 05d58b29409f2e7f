/// Computes the layout of the layers of a window: its root and the presented screens.
struct LayerMachine {
  let layout: ContainerLayout

  init(_ layout: ContainerLayout) { self.layout = layout }

  /// A window with nothing over its root.
  init(root: ScreenID) {
    layout = ContainerLayout(
      items: [ContainerLayout.Item(screen: root, position: 0)], current: 0, count: 1)
  }

  /// The number of layers above an index that cover everything.
  func covers(above index: Int) -> Int {
    layout.items[(index + 1)...].count(where: \.isOpaque)
  }

  func present(
    _ screen: ScreenID, as style: ScreenPresentationStyle
  ) throws(ScreenError) -> ContainerLayout {
    guard layout.index(of: screen) == nil else { throw .isTaken }
    var items = layout.items
    items.append(
      ContainerLayout.Item(screen: screen, position: items.count, isOpaque: style == .full))
    return layers(items)
  }

  /// Removes a layer and all layers above it.
  func dismiss(_ index: Int) throws(ScreenError) -> ContainerLayout {
    guard index > 0, index < layout.items.count else { throw .nothingPresented }
    return layers(Array(layout.items[..<index]))
  }

  /// Replaces the root; the layers above stay.
  func replaceRoot(with screen: ScreenID) throws(ScreenError) -> ContainerLayout? {
    guard layout.items[0].screen != screen else { return nil }
    guard layout.index(of: screen) == nil else { throw .isTaken }
    var items = layout.items
    items[0].screen = screen
    return layers(items)
  }

  /// Marks the visible layers: from the topmost down to the first that covers everything.
  private func layers(_ items: [ContainerLayout.Item]) -> ContainerLayout {
    var items = items
    let lowest = items.lastIndex(where: \.isOpaque) ?? 0
    for index in items.indices { items[index].isVisible = index >= lowest }
    return ContainerLayout(items: items, current: items.count - 1, count: items.count)
  }
}
