extension NavigationScreen {
  var nodeKind: ScreenNode.Kind { .stack }
  var isCutAtGaps: Bool { true }

  func restoreChildren(_ node: ScreenNode, by restorer: Restorer, at path: String) {
    let before = screens
    var (after, kept): ([AnyScreen], [ScreenNode]) = ([], [])
    let found = restorer.find(node.children, among: before)
    for (place, child) in node.children.enumerated() {
      if let screen = found[place] {
        after.append(screen)
      } else if let screen = restorer.make(child, at: path, in: self) {
        after.append(screen)
      } else {
        for lost in node.children[(place + 1)...] {
          restorer.lose(lost, .wasOnLostScreen, at: path, in: self)
        }
        break
      }
      kept.append(child)
    }
    guard !after.isEmpty else { return }
    for (screen, child) in zip(after, kept) {
      restorer.restore(child, into: screen, at: child.path(in: path))
    }
    guard after.map(\.id) != before.map(\.id) else { return }
    restorer.change(self) {
      setScreens(after, animated: restorer.isAnimated)
    } orElse: { [weak self] error in
      restorer.lose(kept[0], .refused(error), at: path, in: self)
    }
  }
}
