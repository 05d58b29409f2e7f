extension TreeMachine {
  /// A change of the foreground path.
  enum ForegroundChange: Hashable {
    case resigns(ScreenSlot)
    case becomes(ScreenSlot)
  }

  /// Makes the next change of the foreground path in the tree of a root.
  ///
  /// The foreground screens form one path from the root to the screen with which the user works. It
  /// extends as far as the screens on it are visible, and is empty if the user works elsewhere.
  /// Screens that resign are notified first, from the innermost; those that become foreground after
  /// that, from the outermost. A callback may change the tree, so the path is computed anew for
  /// each change.
  ///
  /// - Returns: The screen to notify; nil if the path is as it should be.
  /// - Complexity: O(*d*) in the depth of the tree.
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

  /// Makes the innermost foreground screen in a screen resign.
  ///
  /// - Returns: The screen to notify; nil if none is foreground.
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

  /// The visible child with which the user works; none while a visible transition is in progress.
  private func foregroundChild(of slot: ScreenSlot) -> ScreenSlot {
    guard self[slot].isContainer else { return .none }
    let record = Int(self[slot].container)
    guard !containers[record].isMovingVisibly,
      let current = containers[record].layout.currentScreen,
      self[current].appearance == .visible
    else { return .none }
    return current
  }

  /// The innermost screen of the foreground path that starts here.
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
