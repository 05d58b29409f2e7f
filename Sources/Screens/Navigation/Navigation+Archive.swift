extension Navigation {
  @MainActor
  init(of screen: AnyScreen, at item: ContainerLayout.Item? = nil, depth: Int = 1) {
    var omissions: [ScreenStateWriter.Omission] = []
    self.init(
      name: screen.restorationName, identity: screen.collectIdentity(&omissions),
      position: item?.position ?? 0, isSheet: item?.isOpaque == false)
    guard let layout = screen.stageContainer?.layout else { return }
    kind = Kind(layout.kind)
    current = layout.currentPosition
    guard depth < ScreenArchive.maximumDepth else { return }
    for item in layout.items {
      // Which other pages exist depends on how many are loaded ahead.
      guard kind != .pages || item.position == current,
        let child = screen.trees.screen(item.screen)
      else { continue }
      children.append(Navigation(of: child, at: item, depth: depth + 1))
    }
  }

  init(_ node: ScreenNode) {
    self.init(
      name: node.name, identity: node.identity,
      kind: node.container.flatMap { Kind(rawValue: $0.kind.rawValue) },
      current: node.container?.current, position: node.place, isSheet: !node.isOpaque)
    children = node.children.filter { kind != .pages || $0.place == current }.map(Navigation.init)
  }

  /// Without state to restore.
  var node: ScreenNode {
    var node = ScreenNode(name: name, place: position, isOpaque: !isSheet, identity: identity)
    node.isAny = isAny
    node.container = kind.flatMap { kind in
      ScreenNode.Kind(rawValue: kind.rawValue).map {
        ScreenNode.Container(kind: $0, current: current)
      }
    }
    node.children = children.map(\.node)
    return node
  }
}

extension Navigation.Kind {
  init(_ kind: ContainerLayout.Kind) {
    switch kind {
    case .stack: self = .stack
    case .tabs: self = .tabs
    case .pages: self = .pages
    case .modal: self = .window
    }
  }
}

extension ScreenArchive {
  /// What the archived trees show, one for each window.
  ///
  /// Screens without a name that the archive omits are missing here too.
  public var navigations: [Navigation] { roots.map(Navigation.init) }
}

extension AnyScreen {
  /// What this screen and the screens in it show.
  ///
  /// Updated when a transition begins; in an interactive transition, when the user completes it. Of
  /// pages it contains the open one. Screens without a ``restorationName`` are in it without a
  /// name: they are recognized where they are, and cannot be created. Screens nested more than 64
  /// deep are omitted.
  ///
  /// - Complexity: O(*n*) in the number of screens in the tree; each is called with
  ///   ``saveIdentity(into:)``.
  public final var navigation: Navigation { Navigation(of: self) }
}
