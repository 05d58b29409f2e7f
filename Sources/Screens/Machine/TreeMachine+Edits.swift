extension TreeMachine {
  struct ReasonedEdit {
    var edit: LayoutEdit
    var reason: TransitionContext.Reason
    var direction: TransitionContext.Direction
  }

  /// Nil if there is nothing to do now.
  func edit(
    for action: TreeAction, in container: ScreenSlot, _ tree: Tree
  ) throws(ScreenError) -> ReasonedEdit? {
    let layout = self[container: container].layout
    func index(of screen: ScreenSlot) throws(ScreenError) -> Int {
      guard let index = self.index(of: screen, in: container) else { throw .isUnknown }
      return index
    }
    switch action {
    case .push(let screen):
      return ReasonedEdit(
        edit: .push(screen, isOpaque: true), reason: .push, direction: .forward)
    case .pop:
      guard layout.items.count > 1 else { throw .isLast }
      return ReasonedEdit(edit: .keep(layout.items.count - 1), reason: .pop, direction: .backward)
    case .popTo(let screen):
      let index = try index(of: screen)
      guard index < layout.items.count - 1 else { return nil }
      return ReasonedEdit(edit: .keep(index + 1), reason: .pop, direction: .backward)
    case .popToRoot:
      guard layout.items.count > 1 else { return nil }
      return ReasonedEdit(edit: .keep(1), reason: .pop, direction: .backward)
    case .setStack(let screens):
      guard let top = screens.last else { throw .isEmpty }
      guard screens != layout.items.map(\.screen) else { return nil }
      return ReasonedEdit(
        edit: .setAll(screens, current: screens.count - 1), reason: .replace,
        direction: self[top].parent == container ? .backward : .forward)
    case .selectIndex(let index):
      guard layout.items.indices.contains(index) else { throw .noSuchPosition }
      return selection(of: index, in: layout, .select)
    case .select(let screen):
      return selection(of: try index(of: screen), in: layout, .select)
    case .insertTab(let screen, let index):
      let index = index ?? layout.items.count
      guard (0...layout.items.count).contains(index) else { throw .noSuchPosition }
      return ReasonedEdit(edit: .insert(screen, at: index), reason: .replace, direction: .none)
    case .removeTab(let screen):
      return ReasonedEdit(
        edit: .remove(at: try index(of: screen)), reason: .replace, direction: .none)
    case .replaceTab(let screen, let other):
      let index = try index(of: screen)
      guard self[other].parent != container else { throw .isTaken }
      return ReasonedEdit(
        edit: .replace(at: index, with: other), reason: .replace, direction: .none)
    case .setTabs(let screens):
      guard screens != layout.items.map(\.screen) else { return nil }
      let selected = layout.currentScreen.flatMap { screens.firstIndex(of: $0) }
      return ReasonedEdit(
        edit: .setAll(screens, current: screens.isEmpty ? nil : selected ?? 0), reason: .replace,
        direction: .none)
    case .turn, .makePages, .reload, .keepPages: return try pageEdit(for: action, layout, tree)
    case .back:
      guard layout.kind == .stack || layout.kind == .modal, layout.items.count > 1 else {
        throw .isLast
      }
      return ReasonedEdit(
        edit: .keep(layout.items.count - 1), reason: layout.kind == .stack ? .pop : .dismiss,
        direction: .backward)
    case .leave(let screen):
      let index = try index(of: screen)
      guard layout.kind == .stack || layout.kind == .modal, index > 0 else { throw .isLast }
      return ReasonedEdit(
        edit: .keep(index), reason: layout.kind == .stack ? .pop : .dismiss, direction: .backward)
    case .present, .dismiss, .dismissLayer, .setRoot:
      return try layerEdit(for: action, in: container, layout)
    case .open, .close, .perform: return nil
    }
  }

  private func selection(
    of index: Int, in layout: ContainerLayout, _ reason: TransitionContext.Reason
  ) -> ReasonedEdit? {
    guard let current = layout.current, current != index else { return nil }
    return ReasonedEdit(
      edit: .select(index), reason: reason, direction: index > current ? .forward : .backward)
  }

  private func pageEdit(
    for action: TreeAction, _ layout: ContainerLayout, _ tree: Tree
  ) throws(ScreenError) -> ReasonedEdit? {
    let made = tree.madePages
    switch action {
    case .turn(let position):
      guard (0..<layout.count).contains(position) else { throw .noSuchPosition }
      if let page = made.first {
        let isForward = position > layout.currentPosition ?? 0
        return ReasonedEdit(
          edit: .open(page), reason: .page, direction: isForward ? .forward : .backward)
      }
      let (index, isMade) = layout.index(ofPosition: position)
      guard isMade else { throw .isUnknown }
      return selection(of: index, in: layout, .page)
    case .makePages(let positions):
      guard positions.allSatisfy((0..<layout.count).contains) else { throw .noSuchPosition }
      if made.isEmpty { return nil }
      return ReasonedEdit(edit: .addPages(made), reason: .replace, direction: .none)
    case .keepPages(let reach):
      guard layout.pages(within: reach).count < layout.items.count else { return nil }
      return ReasonedEdit(edit: .keepPages(within: reach), reason: .replace, direction: .none)
    case .reload(let count):
      return ReasonedEdit(
        edit: .reload(count: count ?? layout.count, open: made.first), reason: .replace,
        direction: .none)
    default: return nil
    }
  }

  private func layerEdit(
    for action: TreeAction, in window: ScreenSlot, _ layout: ContainerLayout
  ) throws(ScreenError) -> ReasonedEdit? {
    switch action {
    case .present(let screen, let isOpaque, let presenter):
      guard root(of: presenter) == window else { throw .containerIsGone }
      return ReasonedEdit(
        edit: .push(screen, isOpaque: isOpaque), reason: .present, direction: .forward)
    case .dismiss(let screen):
      let index = try layer(dismissedFrom: screen, in: window, layout)
      return ReasonedEdit(edit: .keep(index), reason: .dismiss, direction: .backward)
    case .dismissLayer(let screen):
      guard let index = index(of: screen, in: window), index > 0 else { return nil }
      return ReasonedEdit(edit: .keep(index), reason: .dismiss, direction: .backward)
    case .setRoot(let screen):
      guard layout.items[0].screen != screen else { return nil }
      return ReasonedEdit(
        edit: .replace(at: 0, with: screen), reason: .replace, direction: .none)
    default: return nil
    }
  }

  /// The lowest layer that is dismissed.
  private func layer(
    dismissedFrom screen: ScreenSlot, in window: ScreenSlot, _ layout: ContainerLayout
  ) throws(ScreenError) -> Int {
    guard root(of: screen) == window else { throw .nothingPresented }
    let presenters = self[container: window].presenters
    let presented = layout.items.indices.dropFirst().first { index in
      guard let presenter = presenters[layout.items[index].screen] else { return false }
      return isLive(presenter.slot, presenter.id) && isInside(presenter.slot, screen)
    }
    if let presented { return presented }
    var layer = screen
    while case let parent = self[layer].parent, !parent.isNone, parent != window { layer = parent }
    guard let index = index(of: layer, in: window), index > 0 else { throw .nothingPresented }
    return index
  }

  func isInside(_ slot: ScreenSlot, _ other: ScreenSlot) -> Bool {
    var slot = slot
    while slot != other {
      slot = self[slot].parent
      if slot.isNone { return false }
    }
    return true
  }

  mutating func notePresenter(
    _ presenter: ScreenSlot, of screen: ScreenSlot, in window: ScreenSlot
  ) {
    let node = self[presenter]
    self[container: window].presenters[screen] = (presenter, node.id)
  }
}
