extension ScreenWindow: RestorableContainer {
  var nodeKind: ScreenNode.Kind { .window }
  var isCutAtGaps: Bool { true }

  /// Restores the root, and then the screens presented over it, from the bottom up.
  ///
  /// Screens that are presented now and were not when archived are dismissed.
  func restoreChildren(_ node: ScreenNode, by restorer: Restorer, at path: String) {
    guard let root = node.children.first else { return }
    // Restored screens may dismiss themselves or others: iterate by identity, not by index.
    let present = presentedScreens
    guard restoreRoot(root, by: restorer, at: path) else {
      return lose(node.children.dropFirst(), .wasOnLostScreen, by: restorer, at: path)
    }
    var layers = node.children.dropFirst()
    for screen in present {
      // A screen that the app has dismissed since the restoration began is not presented again.
      guard let index = index(of: screen) else {
        return lose(layers, .wasOnLostScreen, by: restorer, at: path)
      }
      guard let layer = layers.first, layout.items[index].isOpaque == layer.isOpaque,
        restorer.isSame(screen, layer)
      else {
        // Not through `dismiss`, which would first dismiss what the screen has presented.
        _ = restorer.change(self) {
          request(
            .dismissLayer(screen.slot), TransitionRequest(screen), animated: restorer.isAnimated)
        }
        break
      }
      restorer.restore(layer, into: screen, at: layer.path(in: path))
      layers.removeFirst()
      guard self.index(of: screen) != nil else {
        return lose(layers, .wasOnLostScreen, by: restorer, at: path)
      }
    }
    while let layer = layers.popFirst() {
      guard let screen = restorer.make(layer, at: path, in: self) else {
        return lose(layers, .wasOnLostScreen, by: restorer, at: path)
      }
      restorer.restore(layer, into: screen, at: layer.path(in: path))
      let error = restorer.change(self) {
        presentOnTop(screen, isOpaque: layer.isOpaque, animated: restorer.isAnimated)
      }
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
    guard let error = restorer.change(self, { setRoot(screen, animated: restorer.isAnimated) })
    else { return true }
    restorer.lose(node, .refused(error), at: path, in: self)
    return false
  }

  /// Presents a screen from the topmost screen at the time when the request is executed.
  private func presentOnTop(
    _ screen: AnyScreen, isOpaque: Bool, animated isAnimated: Bool
  ) -> TransitionRequest {
    func present() -> TransitionRequest {
      self.present(
        screen, from: topmostScreen, as: isOpaque ? .full : .sheet, animated: isAnimated)
    }
    guard trees.isInTurn(self) else { return present() }
    // The present topmost screen may be gone by then.
    let request = TransitionRequest { _ in _ = present() }
    trees.submit(.perform, of: self, request)
    return request
  }

  /// The topmost screen in the decided layout.
  private var topmostScreen: AnyScreen {
    var screen: AnyScreen = self
    while let next = screen.stageContainer?.layout.currentScreen, let child = trees.screen(next) {
      screen = child
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
