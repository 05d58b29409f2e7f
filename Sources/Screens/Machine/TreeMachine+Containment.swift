internal import StageFloor

extension TreeMachine {
  /// The screens in a container: those of its layout, and then the others.
  func children(of slot: ScreenSlot) -> [ScreenSlot] {
    guard self[slot].isContainer else { return [] }
    let container = self[container: slot]
    return container.layout.items.map(\.screen) + container.others
  }

  /// Each before its children.
  func descendants(of slot: ScreenSlot) -> [ScreenSlot] {
    children(of: slot).flatMap { [$0] + descendants(of: $0) }
  }

  mutating func fill(_ container: ScreenSlot, with layout: ContainerLayout) -> Tree {
    let tree = tree(ofRoot: container)
    for item in layout.items {
      link(item.screen, to: container)
      joinTree(of: item.screen, to: tree)
    }
    self[container: container].layout = layout
    updateIndices(of: container, from: 0)
    return tree
  }

  mutating func link(_ screen: ScreenSlot, to container: ScreenSlot) {
    self[screen].parent = container
    self[screen].flags.remove(.isOrphan)
  }

  mutating func unlink(_ screen: ScreenSlot) {
    let container = self[screen].parent
    guard !container.isNone else { return }
    self[screen].parent = .none
    if self[container].foregroundChild == screen { self[container].foregroundChild = .none }
    self[container: container].presenters[screen] = nil
  }

  mutating func updateIndices(of container: ScreenSlot, from start: Int) {
    let record = Int(self[container].container)
    var index = start
    while index < containers[record].layout.items.count {
      nodes[containers[record].layout.items[index].screen.place].index = Int32(index)
      index += 1
    }
  }

  /// Nil if the screen is in another container, is being removed, or is not added for certain.
  func index(of slot: ScreenSlot, in container: ScreenSlot) -> Int? {
    guard let node = node(at: slot), node.parent == container else { return nil }
    let (index, record) = (Int(node.index), Int(self[container].container))
    let items = containers[record].layout.items
    return index < items.count && items[index].screen == slot ? index : nil
  }

  /// O(*d*) in the depth of the tree, and O(1) while nothing moves.
  func isInTransition(_ slot: ScreenSlot) -> Bool {
    guard allBusyCount > 0 else { return false }
    var slot = slot
    while true {
      let node = self[slot]
      if node.busyCount > 0 { return true }
      guard !node.parent.isNone else { return false }
      if self[container: node.parent].isMoving { return true }
      // A hidden screen in a visible container takes no part in the container's own transition.
      guard node.appearance == .gone, self[node.parent].appearance == .gone else { return false }
      slot = node.parent
    }
  }

  // MARK: Trees that join and part

  /// Ends the tree of a root that is in a container now; a turn of its own continues to its end in
  /// its own tree, which is a root's again if the container is destroyed before.
  mutating func joinTree(of root: ScreenSlot, to tree: Tree) {
    guard let own = trees[root.place] else { return }
    moveRequests(from: own, to: tree)
    if own.isInTurn {
      innerTurns.append(own)
    } else {
      trees[root.place] = nil
    }
  }

  private func moveRequests(from tree: Tree, to other: Tree) {
    while let waiting = tree.queue.popFirst() { other.queue.append(waiting) }
  }

  /// Whether the tree has joined another one; what remains is the turn in progress.
  func hasJoinedAnother(_ tree: Tree) -> Bool {
    guard case let root = tree.root, !root.isNone else { return false }
    return trees[root.place] !== tree || !self[root].parent.isNone
  }

  /// Moves the waiting requests of a screen that leaves to its own tree, which is run when the
  /// transition is over; the queue is read once for all that leave, and again if it has changed.
  mutating func moveRequests(
    of screen: ScreenSlot, leaving container: ScreenSlot, from tree: Tree
  ) {
    guard !tree.queue.isEmpty || tree.parting != nil else { return }
    var parting = tree.parting.take() ?? parting(of: container)
    if tree.queue.count != parting.queueCount { readQueue(of: tree, container, into: &parting) }
    if let requests = parting.requests.removeValue(forKey: screen), !requests.isEmpty {
      var requests = requests
      let own = self.tree(ofRoot: screen)
      while let waiting = requests.popFirst() { own.queue.append(waiting) }
      parting.runs.append(.runTree(screen, self[screen].id))
    }
    tree.parting = parting
  }

  private func parting(of container: ScreenSlot) -> Tree.Parting {
    var parting = Tree.Parting()
    for screen in self[container: container].others where self[screen].isContainer {
      parting.requests[screen] = Deque()
    }
    return parting
  }

  private func readQueue(
    of tree: Tree, _ container: ScreenSlot, into parting: inout Tree.Parting
  ) {
    for _ in 0..<tree.queue.count {
      guard let waiting = tree.queue.popFirst() else { break }
      if !isLive(waiting.container, waiting.id)
        || parting.requests[child(of: container, around: waiting.container)]?.append(waiting) == nil
      {
        tree.queue.append(waiting)
      }
    }
    parting.queueCount = tree.queue.count
  }

  /// The child of a container that a screen is, or is in; none if it is elsewhere.
  private func child(of container: ScreenSlot, around slot: ScreenSlot) -> ScreenSlot {
    var slot = slot
    while !slot.isNone, self[slot].parent != container { slot = self[slot].parent }
    return slot
  }

  /// The child with the transition in progress.
  private func successor(of tree: Tree, among children: [ScreenSlot]) -> ScreenSlot? {
    guard let (container, id) = tree.transition.map({ ($0.container, $0.id) }),
      isLive(container, id), case let root = root(of: container), children.contains(root),
      trees[root.place] == nil
    else { return nil }
    return root
  }

  /// Passes the tree to the child whose transition is in progress, or ends it.
  ///
  /// No turn of the root is in progress, since a turn retains the root.
  mutating func endTree(
    of root: ScreenSlot, with children: [ScreenSlot]
  ) -> [(RequestNumber, TransitionOutcome)] {
    guard let tree = trees[root.place].take() else { return [] }
    let successor = successor(of: tree, among: children)
    tree.root = successor ?? .none
    if let successor { trees[successor.place] = tree }
    var ended: [(RequestNumber, TransitionOutcome)] = []
    if successor == nil, let transition = tree.transition.take() {
      ended.append((transition.request, .cancelled))
    }
    while let waiting = tree.queue.popFirst() {
      if isLive(waiting.container, waiting.id),
        let own = trees[self.root(of: waiting.container).place], own.isInTurn
      {
        own.queue.append(waiting)
      } else {
        ended.append((waiting.request, .refused(.containerIsGone)))
      }
    }
    // No request waits for the transition any more.
    tree.transition?.isWatched = false
    tree.suspensions = 0
    return ended
  }
}
