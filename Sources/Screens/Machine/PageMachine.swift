/// Computes the layout of pages: the open page, and the pages created so far.
struct PageMachine {
  let layout: ContainerLayout

  init(_ layout: ContainerLayout) { self.layout = layout }

  /// Creates the layout of `count` pages; the given one is open, unless there are none.
  init(count: Int, open page: ScreenID?, at position: Int) {
    layout = ContainerLayout(
      items: page.map { [ContainerLayout.Item(screen: $0, position: position)] } ?? [],
      current: page == nil ? nil : 0, count: count)
  }

  /// The position of the open page.
  var position: Int? { layout.current.map { layout.items[$0].position } }

  /// The page at a position, if it has been created.
  func page(at position: Int) -> ScreenID? {
    let index = index(of: position)
    guard index < layout.items.count, layout.items[index].position == position else { return nil }
    return layout.items[index].screen
  }

  /// The positions within `reach` of the open one on both sides, the nearest first, and at each
  /// distance the following one before the preceding one.
  func neighbours(_ reach: Int) -> [Int] {
    guard let position, reach > 0 else { return [] }
    // No sum may overflow: the number of pages can be `Int.max`.
    let (after, before) = (layout.count - 1 - position, position)
    let farthest = min(reach, max(after, before), Self.maximumReach)
    guard farthest > 0 else { return [] }
    return (1...farthest).flatMap { step in
      (step <= after ? [position + step] : []) + (step <= before ? [position - step] : [])
    }
  }

  /// The maximum distance at which pages are loaded ahead.
  static let maximumReach = 1_000

  /// Adds a page that is not visible yet.
  func add(_ page: ScreenID, at position: Int) throws(ScreenError) -> ContainerLayout {
    guard (0..<layout.count).contains(position) else { throw .noSuchPosition }
    guard layout.index(of: page) == nil, self.page(at: position) == nil else { throw .isTaken }
    var after = layout
    let index = index(of: position)
    after.items.insert(
      ContainerLayout.Item(screen: page, position: position, isVisible: false), at: index)
    if let current = after.current, current >= index { after.current = current + 1 }
    return after
  }

  /// Opens a page that has been created; nil if it is already open.
  func turn(to position: Int) throws(ScreenError) -> ContainerLayout? {
    guard (0..<layout.count).contains(position) else { throw .noSuchPosition }
    let index = index(of: position)
    guard index < layout.items.count, layout.items[index].position == position else {
      throw .isUnknown
    }
    guard let current = layout.current, current != index else { return nil }
    var after = layout
    after.items[current].isVisible = false
    after.items[index].isVisible = true
    after.current = index
    return after
  }

  /// The index of a page at this position among the items, or its insertion point.
  ///
  /// - Complexity: O(log *n*)
  private func index(of position: Int) -> Int {
    var (low, high) = (0, layout.items.count)
    while low < high {
      let middle = (low + high) / 2
      if layout.items[middle].position < position { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
