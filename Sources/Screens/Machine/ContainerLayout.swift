/// The screens in a container; a value, so that an edit is tried on a copy.
struct ContainerLayout: Hashable, Sendable {
  enum Kind: Hashable, Sendable, CaseIterable {
    case stack
    case tabs
    case pages
    /// A window: its root, and the screens presented over it.
    case modal
  }

  struct Item: Hashable, Sendable {
    var screen: ScreenSlot
    var isOpaque = true
    /// The position, counted from 0; pages that have not been created leave gaps.
    var position: Int
  }

  let kind: Kind
  /// From the bottom of a stack, the first tab or page, or the root of a window.
  private(set) var items: [Item] = []
  /// The index of the topmost or selected item.
  private(set) var current: Int?
  /// The index of the lowest visible item.
  private(set) var lowest = 0
  /// The number of positions.
  private(set) var count = 0

  init(_ kind: Kind) { self.kind = kind }

  init(_ kind: Kind, _ screens: [ScreenSlot], current: Int?) {
    self.kind = kind
    set(Self.items(screens), current: current, count: screens.count)
  }

  init(_ kind: Kind, items: [Item], current: Int?, count: Int) {
    self.kind = kind
    set(items, current: current, count: count)
  }

  /// Creates pages of which only the open one has been created.
  init(pages count: Int, open page: ScreenSlot?, at position: Int) {
    kind = .pages
    set(
      page.map { [Item(screen: $0, position: position)] } ?? [], current: page.map { _ in 0 },
      count: count)
  }

  /// From the bottom to the top.
  var visible: Range<Int> { current.map { lowest..<$0 + 1 } ?? 0..<0 }

  var currentScreen: ScreenSlot? { current.map { items[$0].screen } }

  private func topmostOpaque(below end: Int) -> Int {
    items[..<end].lastIndex(where: \.isOpaque) ?? 0
  }

  /// Of a window: the number of layers above that cover everything.
  func covers(above index: Int) -> Int { items[(index + 1)...].count(where: \.isOpaque) }

  // MARK: Pages

  var currentPosition: Int? { current.map { items[$0].position } }

  /// Where the item is, or would be inserted; O(log *n*).
  func index(ofPosition position: Int) -> (index: Int, isTaken: Bool) {
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle].position < position { low = middle + 1 } else { high = middle }
    }
    return (low, low < items.count && items[low].position == position)
  }

  func page(at position: Int) -> ScreenSlot? {
    let (index, isTaken) = index(ofPosition: position)
    return isTaken ? items[index].screen : nil
  }

  /// Nearest first; at each distance, the following position before the preceding one.
  func neighbours(_ reach: Int) -> [Int] {
    guard let position = currentPosition, reach > 0 else { return [] }
    // No sum may overflow: the number of pages can be `Int.max`.
    let (after, before) = (count - 1 - position, position)
    let farthest = min(reach, max(after, before), Self.maximumReach)
    guard farthest > 0 else { return [] }
    var neighbours: [Int] = []
    for step in 1...farthest {
      if step <= after { neighbours.append(position + step) }
      if step <= before { neighbours.append(position - step) }
    }
    return neighbours
  }

  func pages(within reach: Int) -> [Item] {
    guard let open = currentPosition else { return items }
    return items.filter { abs($0.position - open) <= reach }
  }

  static let maximumReach = 1_000

  private static func items(_ screens: [ScreenSlot]) -> [Item] {
    screens.enumerated().map { Item(screen: $1, position: $0) }
  }

  private mutating func set(_ items: [Item], current: Int?, count: Int) {
    self.items = items
    self.current = current
    self.count = count
    markVisible()
  }

  private mutating func markVisible() {
    guard let current else {
      lowest = 0
      return
    }
    lowest = kind == .modal ? topmostOpaque(below: current + 1) : current
  }
}

// MARK: Edits

/// A change of a layout that is known to be possible.
enum LayoutEdit: Hashable, Sendable {
  case push(ScreenSlot, isOpaque: Bool)
  /// The lowest screens of a stack or a window.
  case keep(Int)
  case select(Int)
  case setAll([ScreenSlot], current: Int?)
  /// A tab is inserted; the selection stays.
  case insert(ScreenSlot, at: Int)
  /// A tab is removed; if it was selected, the following one is, or else the preceding one.
  case remove(at: Int)
  /// A tab, or the root of a window, is replaced; if it was selected, the new one is.
  case replace(at: Int, with: ScreenSlot)
  /// Not visible yet.
  case addPages([ContainerLayout.Item])
  /// Pages are removed that are farther than this from the open one.
  case keepPages(within: Int)
  case open(ContainerLayout.Item)
  /// All pages are removed; the given one, if any, is open.
  case reload(count: Int, open: ContainerLayout.Item?)

  /// Some may be in the container already.
  var screens: SlotList {
    switch self {
    case .push(let screen, _), .insert(let screen, _), .replace(_, let screen):
      SlotList(CollectionOfOne(screen))
    case .keep, .select, .remove, .keepPages: SlotList()
    case .setAll(let screens, _): SlotList(screens)
    case .addPages(let items): SlotList(items.map(\.screen))
    case .open(let item): SlotList(CollectionOfOne(item.screen))
    case .reload(_, let item): item.map { SlotList(CollectionOfOne($0.screen)) } ?? SlotList()
    }
  }
}

struct LayoutChange: Hashable, Sendable {
  /// From the bottom to the top.
  var incoming = SlotList()
  /// From the top to the bottom.
  var outgoing = SlotList()
  /// From the bottom to the top; pages that are not visible yet, in the order of their creation.
  var added = SlotList()
  /// From the top to the bottom.
  var removed = SlotList()
  var undo = Undo.nothing
  /// The index from which items have another index than before.
  var firstMoved = 0

  /// Whether the user sees a difference, if the container is visible.
  var isVisible: Bool { !incoming.isEmpty || !outgoing.isEmpty }

  func isReordered(_ before: ContainerLayout, _ after: ContainerLayout) -> Bool {
    if after.kind == .pages { return false }
    let (removed, added) = (SlotLookup(removed), SlotLookup(added))
    let old = before.items.lazy.map(\.screen).filter { !removed.contains($0) }
    let new = after.items.lazy.map(\.screen).filter { !added.contains($0) }
    return !old.elementsEqual(new)
  }

  /// What restores the layout before, but for the selection; a copy of it would cost too much.
  enum Undo: Hashable, Sendable {
    case nothing
    case dropLast(current: Int?, count: Int)
    case append([ContainerLayout.Item], current: Int?, count: Int)
    case select(Int?)
    case set(ContainerLayout)
  }
}

extension ContainerLayout {
  /// O(1) for a push, a selection and a pop of one screen; otherwise O(*n*), without hashing if
  /// screens are only added or removed at one end.
  mutating func apply(_ edit: LayoutEdit) -> LayoutChange {
    switch edit {
    case .push(let screen, let isOpaque): return push(screen, isOpaque)
    case .keep(let count): return keep(count)
    case .select(let index): return select(index)
    case .setAll(let screens, let current):
      return replace(Self.items(screens), current: current, count: screens.count)
    case .insert(let screen, let index):
      var screens = items.map(\.screen)
      screens.insert(screen, at: index)
      let selected = current.map { $0 < index ? $0 : $0 + 1 }
      return replace(Self.items(screens), current: selected ?? 0, count: screens.count)
    case .remove(let index):
      var screens = items.map(\.screen)
      screens.remove(at: index)
      let next = current.map { $0 > index ? $0 - 1 : min($0, screens.count - 1) }
      return replace(
        Self.items(screens), current: screens.isEmpty ? nil : next, count: screens.count)
    case .replace(let index, let screen):
      var items = items
      items[index].screen = screen
      return replace(items, current: current, count: count)
    case .addPages(let pages):
      var change = LayoutChange()
      change.undo = .set(self)
      change.firstMoved = items.count
      for page in pages { insert(page, into: &change) }
      return change
    case .keepPages(let reach):
      let kept = pages(within: reach)
      let current = currentPosition.flatMap { open in kept.firstIndex { $0.position == open } }
      return replace(kept, current: current, count: count)
    case .open(let page):
      let before = self
      var change = LayoutChange()
      change.firstMoved = items.count
      insert(page, into: &change)
      let turn = select(index(ofPosition: page.position).index)
      change.incoming = turn.incoming
      change.outgoing = turn.outgoing
      change.undo = .set(before)
      return change
    case .reload(let count, let page):
      return replace(page.map { [$0] } ?? [], current: page.map { _ in 0 }, count: count)
    }
  }

  func undoing(_ change: LayoutChange) -> ContainerLayout {
    var before = self
    switch change.undo {
    case .nothing: break
    case .dropLast(let current, let count):
      before.items.removeLast()
      before.current = current
      before.count = count
    case .append(let items, let current, let count):
      before.items += items
      before.current = current
      before.count = count
    case .select(let current): before.current = current
    case .set(let layout): return layout
    }
    before.markVisible()
    return before
  }

  private mutating func push(_ screen: ScreenSlot, _ isOpaque: Bool) -> LayoutChange {
    var change = LayoutChange()
    change.undo = .dropLast(current: current, count: count)
    change.firstMoved = items.count
    if isOpaque {
      for index in visible.reversed() { change.outgoing.append(items[index].screen) }
      lowest = items.count
    }
    change.added.append(screen)
    change.incoming.append(screen)
    current = items.count
    items.append(Item(screen: screen, isOpaque: isOpaque, position: items.count))
    count += 1
    return change
  }

  private mutating func keep(_ kept: Int) -> LayoutChange {
    var change = LayoutChange()
    let (before, lowestBefore) = (visible, lowest)
    change.undo = .append(Array(items[kept...]), current: current, count: count)
    change.firstMoved = kept
    for index in (kept..<items.count).reversed() {
      change.removed.append(items[index].screen)
      if before.contains(index) { change.outgoing.append(items[index].screen) }
    }
    items.removeLast(items.count - kept)
    current = kept - 1
    count = kept
    lowest = topmostOpaque(below: kept)
    for index in lowest..<min(max(lowestBefore, lowest), kept) {
      change.incoming.append(items[index].screen)
    }
    return change
  }

  private mutating func select(_ index: Int) -> LayoutChange {
    var change = LayoutChange()
    change.undo = .select(current)
    change.firstMoved = items.count
    change.incoming.append(items[index].screen)
    if let current { change.outgoing.append(items[current].screen) }
    current = index
    lowest = index
    return change
  }

  private mutating func insert(_ page: Item, into change: inout LayoutChange) {
    let index = index(ofPosition: page.position).index
    items.insert(page, at: index)
    if let current, current >= index { self.current = current + 1 }
    markVisible()
    change.added.append(page.screen)
    change.firstMoved = min(change.firstMoved, index)
  }

  private mutating func replace(_ items: [Item], current: Int?, count: Int) -> LayoutChange {
    let before = self
    set(items, current: current, count: count)
    var change = LayoutChange()
    change.undo = .set(before)
    change.compare(before, self)
    return change
  }
}

extension LayoutChange {
  fileprivate mutating func compare(_ before: ContainerLayout, _ after: ContainerLayout) {
    let (old, new) = (before.items, after.items)
    var (outgoing, removed): ([ScreenSlot], [ScreenSlot]) = ([], [])
    func note(_ one: Int?, _ other: Int?) {
      let wasVisible = one.map(before.visible.contains) ?? false
      let isVisible = other.map(after.visible.contains) ?? false
      if let other {
        if one == nil { added.append(new[other].screen) }
        if isVisible && !wasVisible { incoming.append(new[other].screen) }
      } else if let one {
        removed.append(old[one].screen)
      }
      if let one, wasVisible && !isVisible { outgoing.append(old[one].screen) }
    }
    var same = 0
    while same < min(old.count, new.count), old[same].screen == new[same].screen {
      note(same, same)
      same += 1
    }
    firstMoved = same
    if same < old.count && same < new.count {
      let olds = Dictionary(uniqueKeysWithValues: (same..<old.count).map { (old[$0].screen, $0) })
      let news = Set(new[same...].map(\.screen))
      for index in same..<new.count { note(olds[new[index].screen], index) }
      for index in same..<old.count where !news.contains(old[index].screen) { note(index, nil) }
    } else {
      for index in same..<max(same, new.count) { note(nil, index) }
      for index in same..<max(same, old.count) { note(index, nil) }
    }
    self.outgoing = SlotList(outgoing.reversed())
    self.removed = SlotList(removed.reversed())
  }
}
