internal import StageFloor

extension TreeMachine {
  /// The screens in a container: those of its layout, and then the others.
  func children(of slot: ScreenSlot) -> [ScreenSlot] {
    guard self[slot].isContainer else { return [] }
    let container = self[container: slot]
    return container.layout.items.map(\.screen) + container.others
  }

  /// The screens in a container and in those in it, each before its children.
  func descendants(of slot: ScreenSlot) -> [ScreenSlot] {
    children(of: slot).flatMap { [$0] + descendants(of: $0) }
  }

  /// Fills a new container with its first screens, which are free.
  ///
  /// - Returns: The container's tree.
  mutating func fill(_ container: ScreenSlot, with layout: ContainerLayout) -> Int {
    for item in layout.items {
      link(item.screen, to: container)
      let own = self[item.screen].tree
      guard own >= 0 else { continue }
      let isBusy = self[container].tree >= 0 && trees[Int(self[container].tree)].isInTurn
      if trees[Int(own)].isInTurn && !isBusy {
        // The turn of the screen is a turn of this tree now.
        if self[container].tree >= 0 { absorb(Int(self[container].tree), into: Int(own)) }
        self[item.screen].tree = -1
        self[container].tree = own
        trees[Int(own)].root = container
      } else {
        absorb(item.screen, into: tree(ofRoot: container))
      }
    }
    self[container: container].layout = layout
    updateIndices(of: container, from: 0)
    return tree(ofRoot: container)
  }

  /// Adds a screen to a container.
  mutating func link(_ screen: ScreenSlot, to container: ScreenSlot) {
    self[screen].parent = container
    self[screen].flags.remove(.isOrphan)
  }

  /// Removes a screen from its container.
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

  /// The index of a screen in the layout of its container.
  ///
  /// - Returns: The index; nil if the screen is in another container, is being removed, or is not
  ///   added for certain.
  func index(of slot: ScreenSlot, in container: ScreenSlot) -> Int? {
    guard self[slot].parent == container else { return nil }
    let (index, record) = (Int(self[slot].index), Int(self[container].container))
    let items = containers[record].layout.items
    return index < items.count && items[index].screen == slot ? index : nil
  }

  /// Whether a transition moves a screen, or moves a container in which it is hidden.
  ///
  /// - Complexity: O(*d*) in the depth of the tree, and O(1) while nothing moves.
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

  // MARK: Waiting requests

  /// Takes over the waiting requests of a root that has joined the tree.
  mutating func absorb(_ root: ScreenSlot, into tree: Int) {
    let own = self[root].tree
    guard own >= 0 else { return }
    self[root].tree = -1
    absorb(Int(own), into: tree)
  }

  private mutating func absorb(_ own: Int, into tree: Int) {
    while let waiting = queues[own].popFirst() { queues[tree].append(waiting) }
    if trees[own].isInTurn || trees[own].isRunning {
      trees[own].isAbsorbed = true
    } else {
      freeTree(own)
    }
  }

  /// Hands over the waiting requests of a screen that has left a tree.
  ///
  /// - Returns: Whether there are any.
  mutating func release(_ root: ScreenSlot, from tree: Int) -> Bool {
    guard !queues[tree].isEmpty, self[root].isContainer else { return false }
    var (kept, released) = (Deque<Waiting>(), Deque<Waiting>())
    while let waiting = queues[tree].popFirst() {
      if isLive(waiting.container, waiting.id), self.root(of: waiting.container) == root {
        released.append(waiting)
      } else {
        kept.append(waiting)
      }
    }
    queues[tree] = kept
    guard !released.isEmpty else { return false }
    let other = self.tree(ofRoot: root)
    while let waiting = released.popFirst() { queues[other].append(waiting) }
    return true
  }

  /// The part of a destroyed tree in which the turn in progress goes on.
  private func heir(of tree: Int, among children: [ScreenSlot]) -> ScreenSlot? {
    let transition = trees[tree].transition
    let active =
      transition.map { ($0.container, $0.id) }
      ?? executings[tree].map { ($0.container, $0.id) }
    if let (container, id) = active {
      guard isLive(container, id), case let root = self.root(of: container),
        children.contains(root)
      else { return nil }
      return self[root].tree < 0 ? root : nil
    }
    return children.first { self[$0].tree < 0 }
  }

  /// The tree of a root that is destroyed ends; a transition in a part of it that lives on
  /// continues there.
  mutating func endTree(
    of root: ScreenSlot, with children: [ScreenSlot]
  ) -> [(RequestNumber, TransitionOutcome)] {
    guard self[root].tree >= 0 else { return [] }
    let tree = Int(self[root].tree)
    self[root].tree = -1
    if trees[tree].isInTurn, let heir = heir(of: tree, among: children) {
      // A container that was created around a screen in its turn, and dropped: the turn goes on.
      trees[tree].root = heir
      self[heir].tree = Int32(tree)
      return []
    }
    var ended: [(RequestNumber, TransitionOutcome)] = []
    if let transition = trees[tree].transition.take() {
      let container = transition.container
      if container != root, isLive(container, transition.id) {
        let successor = self.tree(ofRoot: self.root(of: container))
        trees[successor].transition = transition
        changes[successor] = changes[tree]
        layoutsAfter[successor] = layoutsAfter[tree].take()
        // The task that watches it refers to the old tree.
        trees[successor].transition?.isWatched = false
      } else {
        ended.append((transition.request, .cancelled))
      }
    }
    if let waiting = executings[tree].take() {
      ended.append((waiting.request, .refused(.containerIsGone)))
    }
    while let waiting = queues[tree].popFirst() {
      ended.append((waiting.request, .refused(.containerIsGone)))
    }
    if trees[tree].isInTurn || trees[tree].isRunning {
      trees[tree].root = .none
    } else {
      freeTree(tree)
    }
    return ended
  }
}
