/// The screens in a container, and which of them are visible when it is.
struct ContainerLayout: Hashable, Sendable {
  struct Item: Hashable, Sendable {
    var screen: ScreenID
    /// The position, counted from 0; pages that have not been created leave gaps.
    var position: Int
    var isVisible = true
    var isOpaque = true
  }

  /// From the bottom of a stack, the first tab or page, or the root of a window.
  var items: [Item] = []
  /// The index of the topmost or selected item.
  var current: Int?
  /// The number of positions.
  var count = 0

  var currentScreen: ScreenID? { current.map { items[$0].screen } }

  func index(of screen: ScreenID) -> Int? {
    // The topmost item is requested most often.
    items.lastIndex { $0.screen == screen }
  }
}
