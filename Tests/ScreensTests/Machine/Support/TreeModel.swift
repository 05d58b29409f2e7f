@testable import StagecraftScreens

/// Which screens are where, as plain dictionaries and arrays: the naive counterpart of the
/// machine's state.
struct TreeModel {
  /// What is in a container.
  struct Box: Hashable {
    let kind: ContainerLayout.Kind
    let order: TransitionOrder
    var items: [Name] = []
    /// The items that cover everything below them.
    var opaque: Set<Name> = []
    /// Of pages: the positions of the items.
    var positions: [Int] = []
    var current: Int?
    var count = 0
    /// The screens that presented the items of a window.
    var presenters: [Name: Name] = [:]

    /// The visible items, from the bottom to the top.
    var visible: ArraySlice<Name> {
      guard let current else { return [] }
      guard kind == .modal else { return items[current...current] }
      return items[(items.lastIndex { opaque.contains($0) } ?? 0)...]
    }

    var currentScreen: Name? { current.map { items[$0] } }
    var currentPosition: Int? { current.map { kind == .pages ? positions[$0] : $0 } }

    mutating func add(_ name: Name, isOpaque: Bool = true) {
      items.append(name)
      if isOpaque { opaque.insert(name) }
    }

    /// Sets everything that follows from the items.
    mutating func tidy(selecting selected: Name?) {
      current = selected.flatMap { items.firstIndex(of: $0) }
      if kind != .pages {
        positions = Array(items.indices)
        count = items.count
      }
    }
  }

  struct Screen {
    var parent: Name?
    var hasView = false
    var appearance = ScreenAppearance.gone
    var isForeground = false
    var isOrphan = false
    /// Whether the container was destroyed while the screen was moving.
    var isLost = false
    var isHosted = false
    var isBehind = false
    var hasAppeared = false
    /// The context of the last step.
    var context = TransitionContext(.window)
    /// The number of foreground children.
    var foregroundChildren = 0
  }

  /// What an action means now.
  struct Change {
    var after: Box
    var reason: TransitionContext.Reason
    var direction: TransitionContext.Direction
    /// The screens that the action needs, in its order.
    var needed: [Name] = []
  }

  var screens: [Name: Screen] = [:]
  var boxes: [Name: Box] = [:]

  func root(of name: Name) -> Name {
    var name = name
    while let parent = screens[name]?.parent { name = parent }
    return name
  }

  private func isInside(_ name: Name, _ other: Name) -> Bool {
    var name = name
    while name != other {
      guard let parent = screens[name]?.parent else { return false }
      name = parent
    }
    return true
  }

  /// The positions of the pages that an action needs, and that do not exist.
  func missingPages(_ action: NamedAction, in container: Name) -> [Int] {
    guard let box = boxes[container], box.kind == .pages else { return [] }
    func isMissing(_ position: Int) -> Bool {
      (0..<box.count).contains(position) && !box.positions.contains(position)
    }
    switch action {
    case .turn(let position): return isMissing(position) ? [position] : []
    case .makePages(let positions): return positions.filter(isMissing)
    case .reload(let count):
      let count = count ?? box.count
      return count > 0 ? [min(box.currentPosition ?? 0, count - 1)] : []
    default: return []
    }
  }

  /// What an action means now; nil if there is nothing to do.
  ///
  /// - Throws: The reason why it is refused.
  func change(
    _ action: NamedAction, in container: Name, pages: [ContainerLayout.Item] = []
  ) throws(ScreenError) -> Change? {
    guard let box = boxes[container] else { throw .containerIsGone }
    guard var change = try edit(action, box, container, pages) else { return nil }
    var fresh = Set<Name>()
    var isReplacement = false
    switch action {
    case .setStack, .setTabs: isReplacement = true
    default: break
    }
    for name in change.needed {
      guard let screen = screens[name] else { throw .isTaken }
      if isReplacement, screen.parent == container { continue }
      guard screen.parent == nil, screen.appearance == .gone, !screen.isHosted else {
        throw .isTaken
      }
      guard root(of: container) != name else { throw .isAncestor }
      guard fresh.insert(name).inserted else { throw .isTaken }
    }
    change.after.presenters = change.after.presenters.filter { change.after.items.contains($0.key) }
    return change
  }

  private func edit(
    _ action: NamedAction, _ box: Box, _ container: Name, _ pages: [ContainerLayout.Item]
  ) throws(ScreenError) -> Change? {
    var after = box
    func index(_ screen: ScreenSlot) throws(ScreenError) -> Int {
      guard let index = box.items.firstIndex(of: screen.name) else { throw .isUnknown }
      return index
    }
    func keep(_ count: Int, _ reason: TransitionContext.Reason) -> Change {
      for name in after.items[count...] { after.opaque.remove(name) }
      after.items = Array(box.items[..<count])
      after.tidy(selecting: after.items.last)
      return Change(after: after, reason: reason, direction: .backward)
    }
    func select(_ index: Int, _ reason: TransitionContext.Reason) -> Change? {
      guard let current = box.current, current != index else { return nil }
      after.current = index
      return Change(
        after: after, reason: reason, direction: index > current ? .forward : .backward)
    }
    func replaced(_ needed: [Name], selecting name: Name?) -> Change {
      after.opaque = Set(after.items)
      after.tidy(selecting: name)
      return Change(after: after, reason: .replace, direction: .none, needed: needed)
    }
    switch action {
    case .push(let screen):
      after.add(screen.name)
      after.tidy(selecting: screen.name)
      return Change(after: after, reason: .push, direction: .forward, needed: [screen.name])
    case .pop:
      guard box.items.count > 1 else { throw .isLast }
      return keep(box.items.count - 1, .pop)
    case .back:
      guard box.items.count > 1, box.kind == .stack || box.kind == .modal else { throw .isLast }
      return keep(box.items.count - 1, box.kind == .stack ? .pop : .dismiss)
    case .leave(let screen):
      let index = try index(screen)
      guard index > 0, box.kind == .stack || box.kind == .modal else { throw .isLast }
      return keep(index, box.kind == .stack ? .pop : .dismiss)
    case .keepPages(let reach):
      guard let open = box.currentPosition else { return nil }
      let kept = box.items.indices.filter { abs(box.positions[$0] - open) <= reach }
      guard kept.count < box.items.count else { return nil }
      after.items = kept.map { box.items[$0] }
      after.positions = kept.map { box.positions[$0] }
      after.current = after.positions.firstIndex(of: open)
      return Change(after: after, reason: .replace, direction: .none)
    case .popTo(let screen):
      let index = try index(screen)
      return index == box.items.count - 1 ? nil : keep(index + 1, .pop)
    case .popToRoot: return box.items.count > 1 ? keep(1, .pop) : nil
    case .setStack(let screens):
      guard let top = screens.last?.name else { throw .isEmpty }
      after.items = screens.map(\.name)
      guard after.items != box.items else { return nil }
      var change = replaced(after.items, selecting: top)
      change.direction = self.screens[top]?.parent == container ? .backward : .forward
      return change
    case .selectIndex(let index):
      guard box.items.indices.contains(index) else { throw .noSuchPosition }
      return select(index, .select)
    case .select(let screen): return select(try index(screen), .select)
    case .insertTab(let screen, let index):
      guard (0...box.items.count).contains(index ?? 0) else { throw .noSuchPosition }
      after.items.insert(screen.name, at: index ?? box.items.count)
      return replaced([screen.name], selecting: box.currentScreen ?? screen.name)
    case .removeTab(let screen):
      let index = try index(screen)
      after.items.remove(at: index)
      let next = after.items.isEmpty ? nil : after.items[min(index, after.items.count - 1)]
      return replaced([], selecting: box.current == index ? next : box.currentScreen)
    case .replaceTab(let screen, let other):
      let index = try index(screen)
      after.items[index] = other.name
      return replaced(
        [other.name], selecting: box.current == index ? other.name : box.currentScreen)
    case .setTabs(let screens):
      after.items = screens.map(\.name)
      guard after.items != box.items else { return nil }
      let isKept = box.currentScreen.map { after.items.contains($0) } ?? false
      return replaced(after.items, selecting: isKept ? box.currentScreen : after.items.first)
    case .turn(let position):
      guard (0..<box.count).contains(position) else { throw .noSuchPosition }
      guard let page = pages.first else {
        guard let index = box.positions.firstIndex(of: position) else { throw .isUnknown }
        return select(index, .page)
      }
      insert(pages, into: &after)
      after.current = after.items.firstIndex(of: page.screen.name)
      return Change(
        after: after, reason: .page,
        direction: position > box.currentPosition ?? 0 ? .forward : .backward,
        needed: [page.screen.name])
    case .makePages(let positions):
      guard positions.allSatisfy({ (0..<box.count).contains($0) }) else { throw .noSuchPosition }
      if pages.isEmpty { return nil }
      insert(pages, into: &after)
      return Change(
        after: after, reason: .replace, direction: .none, needed: pages.map(\.screen.name))
    case .reload(let count):
      after = Box(kind: .pages, order: box.order, count: count ?? box.count)
      insert(pages, into: &after)
      after.current = pages.isEmpty ? nil : 0
      return Change(
        after: after, reason: .replace, direction: .none, needed: pages.map(\.screen.name))
    case .present(let screen, let isOpaque, let presenter):
      guard screens[presenter.name] != nil, root(of: presenter.name) == container else {
        throw .containerIsGone
      }
      after.add(screen.name, isOpaque: isOpaque)
      after.presenters[screen.name] = presenter.name
      after.tidy(selecting: screen.name)
      return Change(after: after, reason: .present, direction: .forward, needed: [screen.name])
    case .dismiss(let screen):
      return keep(try layer(from: screen.name, box, container), .dismiss)
    case .dismissLayer(let screen):
      guard let index = box.items.firstIndex(of: screen.name), index > 0 else { return nil }
      return keep(index, .dismiss)
    case .setRoot(let screen):
      guard box.items[0] != screen.name else { return nil }
      after.opaque.remove(after.items[0])
      after.opaque.insert(screen.name)
      after.items[0] = screen.name
      after.tidy(selecting: after.items.last)
      return Change(after: after, reason: .replace, direction: .none, needed: [screen.name])
    case .open, .close, .perform: return nil
    }
  }

  private func insert(_ pages: [ContainerLayout.Item], into box: inout Box) {
    let selected = box.currentScreen
    for page in pages {
      let index = box.positions.firstIndex { $0 > page.position } ?? box.items.count
      box.items.insert(page.screen.name, at: index)
      box.positions.insert(page.position, at: index)
      box.opaque.insert(page.screen.name)
    }
    box.tidy(selecting: selected)
  }

  private func layer(
    from name: Name, _ box: Box, _ window: Name
  ) throws(ScreenError) -> Int {
    guard screens[name] != nil, root(of: name) == window else { throw .nothingPresented }
    for (index, layer) in box.items.enumerated().dropFirst() {
      if let presenter = box.presenters[layer], screens[presenter] != nil,
        isInside(presenter, name)
      {
        return index
      }
    }
    guard let index = box.items.firstIndex(where: { isInside(name, $0) }), index > 0 else {
      throw .nothingPresented
    }
    return index
  }
}
