/// A free slot and its order key.
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
  /// Inserts an element at `position` without updating the index, and returns its order key.
  @inlinable
  mutating func put(
    _ element: Element, at position: Int, place: UInt64, revision: UInt64
  ) -> UInt64 {
    let opening = opening(at: position, version: place)
    return fill(opening, with: element, at: position, place: place, revision: revision)
  }

  /// Initialises a free slot with an element, and returns its order key.
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
  /// available.
  ///
  /// Full nodes are split during the descent, so that a node that must be split has a parent with
  /// space for one more child.
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

  /// Returns an order key for a new slot of a leaf; `next` is the first key of the following leaf.
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
