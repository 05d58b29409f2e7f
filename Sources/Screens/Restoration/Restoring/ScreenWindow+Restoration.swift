extension ScreenWindow: RestorableContainer {
  var nodeKind: ScreenNode.Kind { .window }
  var isCutAtGaps: Bool { true }

  /// The root, and then what was presented over it, from the bottom up.
  ///
  /// What is presented now and was not then is dismissed.
  func restoreChildren(_ node: ScreenNode, by restorer: Restorer, at path: String) {
    guard let root = node.children.first else { return }
    // What is restored may dismiss itself or others: by identity, not by index.
    let present = layout.items.dropFirst().map(\.screen)
    guard restoreRoot(root, by: restorer, at: path) else {
      return lose(node.children.dropFirst(), .wasOnLostScreen, by: restorer, at: path)
    }
    var layers = node.children.dropFirst()
    for id in present {
      // What the app has dismissed since the restoration began is not presented again.
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

  /// The root that is there, or a new one.
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
    // Not through `dismiss`, which would first take away what it has presented.
    _ = restorer.change(self) {
      request(self) { window throws(ScreenError) in
        guard let index = window.layout.index(of: screen.id) else { return nil }
        let after = try LayerMachine(window.layout).dismiss(index)
        return window.proposal(.dismiss, .backward, after, isAnimated: false)
      }
    }
  }

  /// Presents a screen from the one with which the user works when it is its turn.
  private func presentOnTop(_ screen: AnyScreen, isOpaque: Bool) -> TransitionRequest {
    func present() -> TransitionRequest {
      self.present(
        screen, from: topmostScreen, as: isOpaque ? .full : .sheet, animated: false)
    }
    guard treeDirector.isInTurn else { return present() }
    // Whoever is on top now may be gone by then.
    let request = TransitionRequest(.act { _ throws(ScreenError) in _ = present() })
    treeDirector.add(request, of: self, in: root)
    return request
  }

  /// The screen with which the user works, as far as that is decided.
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
    _ layers: ArraySlice<ScreenNode>, _ reason: RestorationLoss.Reason, by restorer: Restorer,
    at path: String
  ) {
    for layer in layers { restorer.lose(layer, reason, at: path, in: self) }
  }
}
