extension ScreenWindow {
  var nodeKind: ScreenNode.Kind { .window }
  var isCutAtGaps: Bool { true }

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
        restorer.change(self) {
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
      let isPresented = presentLayer(screen, as: layer, by: restorer, at: path)
      if !isPresented { return lose(layers, .wasOnLostScreen, by: restorer, at: path) }
    }
  }

  private func restoreRoot(_ node: ScreenNode, by restorer: Restorer, at path: String) -> Bool {
    let childPath = node.path(in: path)
    if restorer.isSame(rootScreen, node) {
      restorer.restore(node, into: rootScreen, at: childPath)
      return true
    }
    guard let screen = restorer.make(node, at: path, in: self) else { return false }
    restorer.restore(node, into: screen, at: childPath)
    return restorer.change(self) {
      setRoot(screen, animated: restorer.isAnimated)
    } orElse: { [weak self] error in
      restorer.lose(node, .refused(error), at: path, in: self)
    }
  }

  /// Presents from the topmost screen at the time of execution; false if the window has refused.
  private func presentLayer(
    _ screen: AnyScreen, as layer: ScreenNode, by restorer: Restorer, at path: String
  ) -> Bool {
    let lose = { @MainActor (window: ScreenWindow?, error: ScreenError) in
      restorer.lose(layer, .refused(error), at: path, in: window)
    }
    func present(in window: ScreenWindow, first isFirst: Bool) -> TransitionRequest {
      let presenter = window.topmostScreen
      let request = TransitionRequest([screen, presenter])
      // Not through `self`, which a request must not retain.
      window.trees.submit(
        .present(screen.slot, isOpaque: layer.isOpaque, from: presenter.slot), of: window,
        animated: restorer.isAnimated, first: isFirst, request)
      return request
    }
    return restorer.change(self) {
      guard trees.isInTurn(self) else { return present(in: self, first: false) }
      // The present topmost screen may be gone by then.
      let request = TransitionRequest { [weak self] _ in
        guard let self else { return }
        present(in: self, first: true).onEnd { [weak self] outcome in
          if case .refused(let error) = outcome { lose(self, error) }
        }
      }
      trees.submit(.perform, of: self, request)
      return request
    } orElse: { [weak self] error in
      lose(self, error)
    }
  }

  private var topmostScreen: AnyScreen {
    var screen: AnyScreen = self
    while let next = screen.stageContainer?.layout.currentScreen, let child = trees.screen(next) {
      screen = child
    }
    return screen
  }

  private func lose(
    _ layers: ArraySlice<ScreenNode>, _ reason: ScreenRestorationReport.Loss.Reason,
    by restorer: Restorer,
    at path: String
  ) {
    for layer in layers { restorer.lose(layer, reason, at: path, in: self) }
  }
}
