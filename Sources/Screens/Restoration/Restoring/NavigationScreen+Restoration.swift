extension NavigationScreen: RestorableContainer {
  var nodeKind: ScreenNode.Kind { .stack }
  var isCutAtGaps: Bool { true }

  /// Restores from the bottom up, as far as each screen can be found or created.
  func restoreChildren(_ node: ScreenNode, by restorer: Restorer, at path: String) {
    let before = screens
    var (after, kept): ([AnyScreen], [ScreenNode]) = ([], [])
    for (place, child) in node.children.enumerated() {
      if place < before.count, restorer.isSame(before[place], child) {
        after.append(before[place])
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
    let error = restorer.change(self) { setScreens(after, animated: restorer.isAnimated) }
    guard let error, let first = kept.first else { return }
    restorer.lose(first, .refused(error), at: path, in: self)
  }
}
