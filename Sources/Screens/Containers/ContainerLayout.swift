/// Which screens are in a container, and which of them are seen when it is.
struct ContainerLayout: Hashable, Sendable {
  struct Item: Hashable, Sendable {
    var screen: ScreenID
    /// Where it is, counted from 0; pages that nobody has asked for leave gaps.
    var position: Int
    var isVisible = true
    var isOpaque = true
  }

  /// From the bottom of a stack, from the first tab or page, from the root of a window.
  var items: [Item] = []
  /// The item on top, or selected.
  var current: Int?
  /// How many positions there are.
  var count = 0

  var currentScreen: ScreenID? { current.map { items[$0].screen } }

  func index(of screen: ScreenID) -> Int? {
    // What is asked for is most often on top.
    items.lastIndex { $0.screen == screen }
  }
}
