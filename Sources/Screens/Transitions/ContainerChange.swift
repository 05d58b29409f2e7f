/// What a request changes in a container.
struct ContainerChange: Hashable, Sendable {
  /// Which kind of container changes: toolkits have an order for each.
  enum Kind: Hashable, Sendable, CaseIterable {
    case stack
    case tabs
    case pages
    case modal
  }

  var kind: Kind
  var reason: TransitionContext.Reason
  var direction: TransitionContext.Direction
  /// Who is to be seen and was not, from the bottom to the top.
  var incoming: [ScreenID] = []
  /// Who was seen and is not to be, from the top to the bottom.
  var outgoing: [ScreenID] = []
  /// Who comes into the container, from the bottom to the top.
  var added: [ScreenID] = []
  /// Who leaves the container, from the top to the bottom.
  var removed: [ScreenID] = []

  /// Whether the user sees a difference.
  var isVisible: Bool { !incoming.isEmpty || !outgoing.isEmpty }

  /// The screens that visibly leave the container, from the top to the bottom.
  ///
  /// A screen that was covered does not appear again if the change is called off, and could not be
  /// told so.
  var seenAndRemoved: [ScreenID] { removed.filter { outgoing.contains($0) } }

  /// The change in a container that nobody sees.
  var hidden: ContainerChange {
    var change = self
    change.incoming = []
    change.outgoing = []
    return change
  }
}

extension ContainerChange {
  /// The difference between two layouts.
  ///
  /// - Complexity: O(*n*), without hashing as long as screens come or go at the end only.
  init(
    _ reason: TransitionContext.Reason, _ direction: TransitionContext.Direction, in kind: Kind,
    from before: ContainerLayout, to after: ContainerLayout
  ) {
    self.init(kind: kind, reason: reason, direction: direction)
    var (old, new) = (before.items[...], after.items[...])
    while let one = old.first, let other = new.first, one.screen == other.screen {
      note(one, other)
      old.removeFirst()
      new.removeFirst()
    }
    if !old.isEmpty && !new.isEmpty {
      let olds = Dictionary(uniqueKeysWithValues: old.map { ($0.screen, $0) })
      let news = Set(new.map(\.screen))
      for item in new { note(olds[item.screen], item) }
      for item in old where !news.contains(item.screen) { note(item, nil) }
    } else {
      for item in new { note(nil, item) }
      for item in old { note(item, nil) }
    }
    outgoing.reverse()
    removed.reverse()
  }

  private mutating func note(_ old: ContainerLayout.Item?, _ new: ContainerLayout.Item?) {
    if let new {
      if old == nil { added.append(new.screen) }
      if new.isVisible, old?.isVisible != true { incoming.append(new.screen) }
    } else if let old {
      removed.append(old.screen)
    }
    if let old, old.isVisible, new?.isVisible != true { outgoing.append(old.screen) }
  }
}
