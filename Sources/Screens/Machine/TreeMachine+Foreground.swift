extension TreeMachine {
  enum ForegroundChange: Hashable {
    case resigns(ScreenSlot)
    case becomes(ScreenSlot)
  }

  /// The next screen that resigns, from the innermost, and then that becomes foreground, from the
  /// outermost; a callback may change the tree, so the path is computed anew, in O(*d*).
  mutating func changeForeground(ofRoot root: ScreenSlot) -> ForegroundChange? {
    guard self[root].parent.isNone, let change = foregroundChange(root) else { return nil }
    switch change {
    case .resigns(let screen): resignForeground(screen)
    case .becomes(let screen):
      self[screen].flags.insert(.isForeground)
      let parent = self[screen].parent
      if !parent.isNone { self[parent].foregroundChild = screen }
    }
    return change
  }

  mutating func resignInnermost(in slot: ScreenSlot) -> ScreenSlot? {
    guard self[slot].flags.contains(.isForeground) else { return nil }
    let screen = innermostForeground(slot)
    resignForeground(screen)
    return screen
  }

  private mutating func resignForeground(_ screen: ScreenSlot) {
    self[screen].flags.remove(.isForeground)
    self[screen].foregroundChild = .none
  }

  private func foregroundChange(_ root: ScreenSlot) -> ForegroundChange? {
    let node = self[root]
    guard node.appearance == .visible, node.flags.isDisjoint(with: [.isBehind, .isOrphan]) else {
      return node.flags.contains(.isForeground) ? .resigns(innermostForeground(root)) : nil
    }
    guard node.flags.contains(.isForeground) else { return .becomes(root) }
    var screen = root
    while true {
      let next = foregroundChild(of: screen)
      let last = self[screen].foregroundChild
      if last != next, !last.isNone, self[last].flags.contains(.isForeground) {
        return .resigns(innermostForeground(last))
      }
      if next.isNone { return nil }
      guard self[next].flags.contains(.isForeground) else { return .becomes(next) }
      screen = next
    }
  }

  /// None while a visible transition is in progress.
  private func foregroundChild(of slot: ScreenSlot) -> ScreenSlot {
    guard self[slot].isContainer else { return .none }
    let record = Int(self[slot].container)
    guard !containers[record].isMovingVisibly,
      let current = containers[record].layout.currentScreen,
      self[current].appearance == .visible
    else { return .none }
    return current
  }

  private func innermostForeground(_ slot: ScreenSlot) -> ScreenSlot {
    var slot = slot
    while case let child = self[slot].foregroundChild, !child.isNone,
      self[child].flags.contains(.isForeground)
    {
      slot = child
    }
    return slot
  }
}
