/// The changes that a request makes to a container.
struct ContainerChange: Hashable, Sendable {
  /// The kind of the container: toolkits have an order of callbacks for each.
  enum Kind: Hashable, Sendable, CaseIterable {
    case stack
    case tabs
    case pages
    case modal
  }

  var kind: Kind
  var reason: TransitionContext.Reason
  var direction: TransitionContext.Direction
  /// The screens that become visible, from the bottom to the top.
  var incoming: [ScreenID] = []
  /// The screens that are no longer visible, from the top to the bottom.
  var outgoing: [ScreenID] = []
  /// The screens that are added to the container, from the bottom to the top.
  var added: [ScreenID] = []
  /// The screens that are removed from the container, from the top to the bottom.
  var removed: [ScreenID] = []

  /// Whether the user sees a difference.
  var isVisible: Bool { !incoming.isEmpty || !outgoing.isEmpty }

  /// The screens that visibly leave the container, from the top to the bottom.
  ///
  /// A covered screen does not appear again if the change is cancelled, so it could not be
  /// notified.
  var seenAndRemoved: [ScreenID] { removed.filter { outgoing.contains($0) } }

  /// The change in a container that is not visible.
  var hidden: ContainerChange {
    var change = self
    change.incoming = []
    change.outgoing = []
    return change
  }
}

extension ContainerChange {
  /// Creates the difference between two layouts.
  ///
  /// - Complexity: O(*n*), without hashing if screens are only added or removed at the end.
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
