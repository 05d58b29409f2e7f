extension ScreenWindow: RestorableContainer {
  var nodeKind: ScreenNode.Kind { .window }
  var isCutAtGaps: Bool { true }

  /// Restores the root, and then the screens presented over it, from the bottom up.
  ///
  /// Screens that are presented now and were not when archived are dismissed.
  func restoreChildren(_ node: ScreenNode, by restorer: Restorer, at path: String) {
    guard let root = node.children.first else { return }
    // Restored screens may dismiss themselves or others: iterate by identity, not by index.
    let present = layout.items.dropFirst().map(\.screen)
    guard restoreRoot(root, by: restorer, at: path) else {
      return lose(node.children.dropFirst(), .wasOnLostScreen, by: restorer, at: path)
    }
    var layers = node.children.dropFirst()
    for id in present {
      // A screen that the app has dismissed since the restoration began is not presented again.
      guard let index = layout.index(of: id), let screen = members[id] else {
        return lose(layers, .wasOnLostScreen, by: restorer, at: path)
      }
      guard let layer = layers.first, layout.items[index].isOpaque == layer.isOpaque,
        restorer.isSame(screen, layer)
      else {
        dismissLayers(from: index, by: restorer)
        break
      }
      restorer.restore(layer, into: screen, at: layer.path(in: path))
      layers.removeFirst()
      guard layout.index(of: id) != nil else {
        return lose(layers, .wasOnLostScreen, by: restorer, at: path)
      }
    }
    while let layer = layers.popFirst() {
      guard let screen = restorer.make(layer, at: path, in: self) else {
        return lose(layers, .wasOnLostScreen, by: restorer, at: path)
      }
      restorer.restore(layer, into: screen, at: layer.path(in: path))
      let error = restorer.change(self) { presentOnTop(screen, isOpaque: layer.isOpaque) }
      guard let error else { continue }
      restorer.lose(layer, .refused(error), at: path, in: self)
      return lose(layers, .wasOnLostScreen, by: restorer, at: path)
    }
  }

  /// Restores the existing root, or a new one.
  private func restoreRoot(_ node: ScreenNode, by restorer: Restorer, at path: String) -> Bool {
    let childPath = node.path(in: path)
    if restorer.isSame(rootScreen, node) {
      restorer.restore(node, into: rootScreen, at: childPath)
      return true
    }
    guard let screen = restorer.make(node, at: path, in: self) else { return false }
    restorer.restore(node, into: screen, at: childPath)
    guard let error = restorer.change(self, { setRoot(screen) }) else { return true }
    restorer.lose(node, .refused(error), at: path, in: self)
    return false
  }

  private func dismissLayers(from index: Int, by restorer: Restorer) {
    guard let screen = members[layout.items[index].screen] else { return }
    // Not through `dismiss`, which would first dismiss what the screen has presented.
    _ = restorer.change(self) {
      request(self) { window throws(ScreenError) in
        guard let index = window.layout.index(of: screen.id) else { return nil }
        let after = try LayerMachine(window.layout).dismiss(index)
        return window.proposal(.dismiss, .backward, after, isAnimated: false)
      }
    }
  }

  /// Presents a screen from the topmost screen at the time when the request is executed.
  private func presentOnTop(_ screen: AnyScreen, isOpaque: Bool) -> TransitionRequest {
    func present() -> TransitionRequest {
      self.present(
        screen, from: topmostScreen, as: isOpaque ? .full : .sheet, animated: false)
    }
    guard treeDirector.isInTurn else { return present() }
    // The present topmost screen may be gone by then.
    let request = TransitionRequest(.perform { _ throws(ScreenError) in _ = present() })
    treeDirector.add(request, of: self, in: root)
    return request
  }

  /// The topmost screen in the decided layout.
  private var topmostScreen: AnyScreen {
    var screen: AnyScreen = self
    while let container = screen as? any TransitionContainer,
      let next = container.layout.currentScreen.flatMap({ container.members[$0] })
    {
      screen = next
    }
    return screen
  }

  private func lose(
    _ layers: ArraySlice<ScreenNode>, _ reason: ScreenRestorationLoss.Reason, by restorer: Restorer,
    at path: String
  ) {
    for layer in layers { restorer.lose(layer, reason, at: path, in: self) }
  }
}
