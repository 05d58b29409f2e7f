extension TabScreen {
  var nodeKind: ScreenNode.Kind { .tabs }
  var isCutAtGaps: Bool { false }

  func finds(at position: Int) -> Bool { true }

  /// Tabs are found by position or else by name; tabs that are not in the archive stay.
  func restoreChildren(_ node: ScreenNode, by restorer: Restorer, at path: String) {
    let before = screens
    var (free, after) = (before, [AnyScreen]())
    var selected: AnyScreen?
    for child in node.children {
      let screen: AnyScreen
      if let index = index(of: child, in: before, free, restorer) {
        screen = free.remove(at: index)
      } else if let made = restorer.make(child, at: path, in: self) {
        screen = made
      } else {
        continue
      }
      restorer.restore(child, into: screen, at: child.path(in: path))
      after.append(screen)
      if child.place == node.container?.current { selected = screen }
    }
    // Tabs that were added to the app since keep their position, if it exists.
    for screen in free {
      let place = before.firstIndex { $0 === screen } ?? after.count
      after.insert(screen, at: min(place, after.count))
    }
    if after.map(\.id) != before.map(\.id) {
      let isChanged = restorer.change(self) {
        setScreens(after, animated: restorer.isAnimated)
      } orElse: { [weak self] error in
        self?.lose(node, error, by: restorer, at: path)
      }
      guard isChanged else { return }
    }
    guard let selected else { return }
    restorer.change(self) {
      select(selected, animated: restorer.isAnimated)
    } orElse: { [weak self] error in
      self?.lose(node, error, by: restorer, at: path)
    }
  }

  private func index(
    of child: ScreenNode, in before: [AnyScreen], _ free: [AnyScreen], _ restorer: Restorer
  ) -> Int? {
    if before.indices.contains(child.place), restorer.isSame(before[child.place], child),
      let index = free.firstIndex(where: { $0 === before[child.place] })
    {
      return index
    }
    guard child.name != nil else { return nil }
    return free.firstIndex { restorer.isSame($0, child) }
  }

  private func lose(
    _ node: ScreenNode, _ error: ScreenError, by restorer: Restorer, at path: String
  ) {
    for child in node.children { restorer.lose(child, .refused(error), at: path, in: self) }
  }
}
