extension PageScreen {
  var nodeKind: ScreenNode.Kind { .pages }
  var isCutAtGaps: Bool { false }

  var nodesToMake: [ScreenNode] {
    pendingPages.nodes.filter {
      (0..<pageCount).contains($0.place) && pageIfMade(at: $0.place) == nil
    }
  }

  func restoreChildren(_ node: ScreenNode, by restorer: Restorer, at path: String) {
    if !restorer.isNavigation { pendingPages.clear() }
    for child in node.children {
      guard (0..<pageCount).contains(child.place) else {
        restorer.lose(child, .noSuchPage, at: path, in: self)
        continue
      }
      guard let page = pageIfMade(at: child.place) else {
        pendingPages.add(child, of: self, by: restorer, at: path)
        continue
      }
      guard restorer.isSame(page, child) else {
        restorer.lose(child, .noSuchPage, at: path, in: self)
        continue
      }
      restorer.restore(child, into: page, at: child.path(in: path))
    }
    guard let open = node.container?.current, (0..<pageCount).contains(open) else { return }
    // With as many pages as before, this cannot be refused.
    restorer.change(self) { turn(to: open, animated: restorer.isAnimated) }
  }
}
