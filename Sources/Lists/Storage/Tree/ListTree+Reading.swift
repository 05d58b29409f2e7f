public import CStageFloor

@frozen
@usableFromInline
struct TreePlace<Element> {
  @usableFromInline let leaf: LeafNode<Element>
  @usableFromInline let slot: Int
  @usableFromInline let position: Int

  @inlinable
  init(leaf: LeafNode<Element>, slot: Int, position: Int) {
    self.leaf = leaf
    self.slot = slot
    self.position = position
  }

  @inlinable var element: Element { leaf.elements[slot] }

  @inlinable var revision: UInt64 { leaf.revisions[slot] }

  /// Nil if the element is in another leaf.
  @inlinable
  func neighbour(withKey key: UInt64) -> TreePlace? {
    guard let slot = leaf.slot(of: key) else { return nil }
    return TreePlace(leaf: leaf, slot: slot, position: position - self.slot + slot)
  }

  /// Prefetches what an edit of the content reads next, while the content itself is being loaded.
  @inlinable
  @inline(__always)
  func prefetch() {
    stage_prefetch(leaf.node.base)
    stage_prefetch(leaf.revisions + slot)
  }
}

extension ListTree {
  @inlinable
  borrowing func element(at position: Int) -> Element {
    let place = place(at: position)
    return place.leaf.elements[place.slot]
  }

  @inlinable
  borrowing func position(of id: Element.ID) -> Int? { place(of: id)?.position }

  @inlinable
  borrowing func element(for id: Element.ID) -> Element? {
    pointer(for: id)?.pointee
  }

  @inlinable
  borrowing func contains(_ id: Element.ID) -> Bool { pointer(for: id) != nil }
}

// MARK: - Finding a slot

extension ListTree {
  @inlinable
  borrowing func place(at position: Int) -> TreePlace<Element> {
    precondition(position >= 0 && position < count, "there is no element at that position")
    guard var node = root else { preconditionFailure("there are no elements") }
    var offset = position
    for _ in 0..<node.height {
      let inner = InnerNode(node)
      node = inner.children[inner.child(holding: &offset)]
    }
    return TreePlace(
      leaf: LeafNode(node, capacity: shape.leaf), slot: offset, position: position)
  }

  @inlinable
  borrowing func place(of id: Element.ID) -> TreePlace<Element>? {
    let hash = Self.hash(of: id)
    guard let root, let leaf = index.leaf(for: hash) else { return nil }
    if isCrowded(leaf) { return placeByScanning(for: id) }
    let capacity = shape.leaf
    var latest: TreePlace<Element>?
    let offset = leaf.firstOffset(of: hash) { key in
      // Ids with equal hashes that were inserted together are often in the same leaf.
      let place =
        latest?.neighbour(withKey: key)
        ?? Self.place(ofKey: key, below: root, capacity: capacity)
      latest = place
      guard let place else { return false }
      return place.leaf.elements[place.slot].id == id
    }
    return offset == nil ? nil : latest
  }

  @inlinable
  borrowing func pointer(for id: Element.ID) -> UnsafePointer<Element>? {
    let hash = Self.hash(of: id)
    guard let root, let leaf = index.leaf(for: hash) else { return nil }
    if isCrowded(leaf) {
      return placeByScanning(for: id).map { UnsafePointer($0.leaf.elements + $0.slot) }
    }
    let capacity = shape.leaf
    var found: UnsafePointer<Element>?
    _ = leaf.firstOffset(of: hash) { key in
      var node = root
      var (first, count) = (UInt64(0), node.count)
      for _ in 0..<node.height {
        let inner = InnerNode(node)
        let child = inner.child(holdingKey: key)
        (first, count) = (inner.firsts[child], Int(inner.counts[child]))
        node = inner.children[child]
      }
      let leaf = LeafNode<Element>(node, capacity: capacity)
      guard let slot = leaf.slot(of: key, first: first, count: count),
        leaf.elements[slot].id == id
      else { return false }
      found = UnsafePointer(leaf.elements + slot)
      return true
    }
    return found
  }

  /// Whether so many rows have the hash of a leaf's entries that comparing all ids is faster: a
  /// descent for each entry takes about as long as comparing sixteen ids.
  @inlinable
  @inline(__always)
  borrowing func isCrowded(_ leaf: HashNode) -> Bool {
    leaf.count > HashNode.leafLimit && leaf.count > count / 16
  }

  @inlinable
  @inline(never)
  borrowing func placeByScanning(for id: Element.ID) -> TreePlace<Element>? {
    var walk = TreeWalk<Element>(root: root, count: count)
    while let node = walk.node {
      guard node.isLeaf else {
        walk.descend()
        continue
      }
      let leaf = LeafNode<Element>(node, capacity: shape.leaf)
      for slot in 0..<leaf.count where leaf.elements[slot].id == id {
        return TreePlace(leaf: leaf, slot: slot, position: walk.position + slot)
      }
      walk.skip()
    }
    return nil
  }

  @inlinable
  @inline(__always)
  static func place(
    ofKey key: UInt64, below root: TreeNode, capacity: Int
  ) -> TreePlace<Element>? {
    var node = root
    var position = 0
    var (first, count) = (UInt64(0), node.count)
    for _ in 0..<node.height {
      let inner = InnerNode(node)
      let child = inner.child(holdingKey: key)
      position &+= inner.total(before: child)
      (first, count) = (inner.firsts[child], Int(inner.counts[child]))
      node = inner.children[child]
    }
    let leaf = LeafNode<Element>(node, capacity: capacity)
    guard let slot = leaf.slot(of: key, first: first, count: count) else { return nil }
    return TreePlace(leaf: leaf, slot: slot, position: position + slot)
  }
}

// MARK: - Comparing

extension ListTree {
  /// Returns the changes between two copies of one list, either of which may be the older, without
  /// moves of elements that are already where they belong; a reset beyond `limit` removed, inserted
  /// and moved elements, or if the walk costs more than `budget` (``StepBudget``).
  ///
  /// No edit in a copy has a later version than the one given for it; without `oldVersion`,
  /// detecting a reset may take longer. O(*k* log *n*), where *k* is the number of edits between
  /// the two.
  @inlinable
  static func changes(
    from old: borrowing ListTree, at oldVersion: UInt64 = .max,
    to new: borrowing ListTree, at newVersion: UInt64 = .max, limit: Int, budget: Int = .max
  ) -> ListChanges {
    var comparison = TreeComparison<Element>(
      hasSameKeys: old.relabellings == new.relabellings, oldVersion: oldVersion,
      newVersion: newVersion, limit: limit, budget: budget)
    guard
      comparison.walk(from: old.root, count: old.count, to: new.root, count: new.count),
      let changes = comparison.changes(from: old.count, to: new.count)
    else { return .reset(from: old.count, to: new.count) }
    return changes
  }
}
