extension Navigation {
  /// The navigation of an archived tree, without its state.
  init(_ node: ScreenNode) {
    self.init(
      name: node.name, identity: node.identity,
      kind: node.container.map { Kind(rawValue: $0.kind.rawValue) ?? .stack },
      current: node.container?.current, children: node.children.map(Navigation.init),
      position: node.place, isSheet: !node.isOpaque)
  }

  /// The archived tree that shows this; it restores no state.
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

extension ScreenArchive {
  /// What the archived trees show, one for each window.
  public var navigations: [Navigation] { roots.map(Navigation.init) }
}

extension AnyScreen {
  /// What this screen and the screens in it show.
  ///
  /// Updated when a transition begins; in an interactive transition, when the user completes it.
  /// Screens without a ``restorationName`` are omitted as they are from a ``ScreenArchive``. While
  /// memory or saved state is of no concern, this costs one pass over the tree, and the calls of
  /// ``saveIdentity(into:)``.
  ///
  /// - Complexity: O(*n*) in the number of screens in the tree.
  public final var navigation: Navigation {
    Navigation(ArchiveBuilder.node(of: self) ?? ScreenNode(name: restorationName))
  }
}
