@frozen
@usableFromInline
struct TreeOpening<Element> {
  @usableFromInline let leaf: LeafNode<Element>
  @usableFromInline let slot: Int
  @usableFromInline let key: UInt64

  @inlinable
  init(leaf: LeafNode<Element>, slot: Int, key: UInt64) {
    self.leaf = leaf
    self.slot = slot
    self.key = key
  }
}

extension ListTree {
  @inlinable
  mutating func put(
    _ element: Element, at position: Int, place: UInt64, revision: UInt64
  ) -> UInt64 {
    let opening = opening(at: position, version: place)
    return fill(opening, with: element, at: position, place: place, revision: revision)
  }

  @inlinable
  @inline(__always)
  mutating func fill(
    _ opening: TreeOpening<Element>, with element: Element, at position: Int, place: UInt64,
    revision: UInt64
  ) -> UInt64 {
    (opening.leaf.elements + opening.slot).initialize(to: element)
    opening.leaf.keys[opening.slot] = opening.key
    opening.leaf.places[opening.slot] = place
    opening.leaf.revisions[opening.slot] = revision
    count += 1
    if position == 0 { noteFirst(opening.key, at: 0) }
    run.advance(to: opening.key)
    return opening.key
  }

  @inlinable
  mutating func opening(at position: Int, version: UInt64) -> TreeOpening<Element> {
    while true {
      if let opening = makeOpening(at: position, version: version) { return opening }
      relabel(around: position)
    }
  }

  /// Makes a free slot at `position`, and includes it in the counts; nil if no order key is
  /// available; full nodes are split during the descent, so that a node that must be split has a
  /// parent with space for one more child.
  @inlinable
  mutating func makeOpening(at position: Int, version: UInt64) -> TreeOpening<Element>? {
    precondition(position >= 0 && position <= count, "there is no such position in the result")
    guard var node = ownRoot() else {
      let leaf = LeafNode<Element>(capacity: shape.leaf)
      leaf.count = 1
      root = leaf.node
      return OrderKeys.between(nil, nil, run: run)
        .map { TreeOpening(leaf: leaf, slot: 0, key: $0) }
    }
    if node.isFull { node = raiseRoot(above: node) }
    guard !node.isLeaf else {
      let leaf = LeafNode<Element>(node)
      guard let key = key(at: position, in: leaf, before: nil, version: version) else { return nil }
      leaf.open(1, at: position)
      return TreeOpening(leaf: leaf, slot: position, key: key)
    }

    var parent = InnerNode(node)
    var offset = position
    var next: UInt64?
    while true {
      var child = parent.child(taking: &offset)
      node = own(child, of: parent)
      if !node.isLeaf, node.isFull {
        split(InnerNode(node), child: child, of: parent, for: position)
        if offset > Int(parent.counts[child]) {
          offset -= Int(parent.counts[child])
          child += 1
        }
        node = parent.children[child]
      }
      if child + 1 < parent.count { next = parent.firsts[child + 1] }
      guard !node.isLeaf else {
        let leaf = LeafNode<Element>(node)
        if let key = key(at: offset, in: leaf, before: next, version: version) {
          return opening(for: key, at: offset, in: leaf, child: child, of: parent, next: next)
        }
        uncount(at: position)
        return nil
      }
      parent.counts[child] += 1
      parent = InnerNode(node)
    }
  }

  /// `next` is the first key of the following leaf.
  @inlinable
  @inline(__always)
  mutating func key(
    at slot: Int, in leaf: LeafNode<Element>, before next: UInt64?, version: UInt64
  ) -> UInt64? {
    let low = slot > 0 ? leaf.keys[slot - 1] : nil
    let high = slot < leaf.count ? leaf.keys[slot] : next
    run.note(low: low, high: high)
    guard run.pattern == .none, let low, let high else {
      return OrderKeys.between(low, high, run: run)
    }
    // Check whether exactly one of the adjacent rows came to its place within the last 64 versions.
    let horizon = version < 64 ? 0 : version - 64
    let isLowNew = leaf.places[slot - 1] > horizon
    let isHighNew = slot < leaf.count && leaf.places[slot] > horizon
    if isLowNew == isHighNew { return OrderKeys.between(low, high, run: run) }
    if isLowNew {
      return OrderKeys.between(
        near: low, far: high, beyond: slot > 1 ? leaf.keys[slot - 2] : nil)
    }
    return OrderKeys.between(
      near: high, far: low, beyond: slot + 1 < leaf.count ? leaf.keys[slot + 1] : next)
  }

  /// Reverts the counts that ``makeOpening(at:)`` has changed on its way to the leaf.
  @inlinable
  func uncount(at position: Int) {
    guard var node = root else { return }
    var offset = position
    while !node.isLeaf {
      let inner = InnerNode(node)
      let child = inner.child(taking: &offset)
      node = inner.children[child]
      if !node.isLeaf { inner.counts[child] -= 1 }
    }
  }
}

// MARK: - Splitting full nodes

extension ListTree {
  @inlinable
  mutating func raiseRoot(above node: TreeNode) -> TreeNode {
    let raised = InnerNode(capacity: shape.inner, height: node.height + 1)
    let first = node.isLeaf ? LeafNode<Element>(node).keys[0] : InnerNode(node).firsts[0]
    raised.insert(node, count: count, first: first, at: 0)
    root = raised.node
    return raised.node
  }

  /// At the ends of the list nearly all children remain together: a list that grows only at an end
  /// then consists of full nodes.
  @inlinable
  func split(_ node: InnerNode, child: Int, of parent: InnerNode, for position: Int) {
    let count = node.count
    let kept =
      if position == 0 { 1 } else if position == self.count { count - 1 } else { count / 2 }
    let right = InnerNode(capacity: node.node.capacity, height: node.node.height)
    right.append(kept..<count, of: node)
    node.remove(kept..<count)
    let moved = right.total
    parent.counts[child] -= UInt32(moved)
    parent.insert(right.node, count: moved, first: right.firsts[0], at: child + 1)
  }

  /// Makes the slot and includes it in the count of `parent`; a full leaf is split first; a run of
  /// insertions at one place splits the leaf there, so that the leaves that the run has passed are
  /// full; otherwise the halves are equal.
  @inlinable
  func opening(
    for key: UInt64, at slot: Int, in leaf: LeafNode<Element>, child: Int, of parent: InnerNode,
    next: UInt64?
  ) -> TreeOpening<Element> {
    guard leaf.node.isFull else {
      leaf.open(1, at: slot)
      parent.counts[child] += 1
      return TreeOpening(leaf: leaf, slot: slot, key: key)
    }
    let count = leaf.count
    let kept: Int
    let goesLeft: Bool
    if slot == count, next == nil || leaf.keys[slot - 1] == run.latest {
      (kept, goesLeft) = (count, false)
    } else if slot == 0 || leaf.keys[slot - 1] == run.latest {
      (kept, goesLeft) = (slot, true)
    } else if slot < count, leaf.keys[slot] == run.latest {
      (kept, goesLeft) = (slot, false)
    } else {
      kept = count / 2
      goesLeft = slot <= kept
    }
    let right = LeafNode<Element>(capacity: leaf.node.capacity)
    right.take(kept..<count, of: leaf, at: 0)
    let target = goesLeft ? leaf : right
    let targetSlot = goesLeft ? slot : slot - kept
    target.open(1, at: targetSlot)
    parent.counts[child] = UInt32(leaf.count)
    parent.insert(
      right.node, count: right.count, first: goesLeft || targetSlot > 0 ? right.keys[0] : key,
      at: child + 1)
    return TreeOpening(leaf: target, slot: targetSlot, key: key)
  }
}
