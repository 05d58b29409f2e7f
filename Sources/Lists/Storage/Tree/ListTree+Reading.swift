public import CStageFloor

/// The place of an element: its leaf, its slot, and its position in the list.
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

  /// Returns the place of the element with this key, if it is in the same leaf.
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
  /// Returns the element at `position`, which must exist.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  borrowing func element(at position: Int) -> Element {
    let place = place(at: position)
    return place.leaf.elements[place.slot]
  }

  /// Returns the position of the element with this id, or nil.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  borrowing func position(of id: Element.ID) -> Int? { place(of: id)?.position }

  /// Returns the element with this id, or nil.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  borrowing func element(for id: Element.ID) -> Element? {
    pointer(for: id)?.pointee
  }

  /// Returns whether an element has this id.
  ///
  /// - Complexity: O(log *n*).
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
    guard let root else { return nil }
    let capacity = shape.leaf
    var latest: TreePlace<Element>?
    let key = index.firstKey(for: Self.hash(of: id)) { key in
      // Ids with equal hashes that were inserted together are often in the same leaf.
      let place =
        latest?.neighbour(withKey: key)
        ?? Self.place(ofKey: key, below: root, capacity: capacity)
      latest = place
      guard let place else { return false }
      return place.leaf.elements[place.slot].id == id
    }
    return key == nil ? nil : latest
  }

  /// Returns the element with this id without finding out its position.
  @inlinable
  borrowing func pointer(for id: Element.ID) -> UnsafePointer<Element>? {
    guard let root else { return nil }
    let capacity = shape.leaf
    var found: UnsafePointer<Element>?
    _ = index.firstKey(for: Self.hash(of: id)) { key in
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

  /// Returns the place of an order key below a node whose leaves have this capacity.
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
  /// Returns the changes of the elements from `old` to `new`, two copies of the same list at
  /// different times.
  ///
  /// - Parameters:
  ///   - old: The copy to start from.
  ///   - oldVersion: The version of that copy: no edit in it has a later one. Without it, detecting
  ///     a reset may take longer.
  ///   - new: The copy to end at; it may be the older one.
  ///   - newVersion: The version of that copy.
  ///   - limit: The maximum number of removed, inserted and moved elements; beyond it, the result
  ///     is a reset.
  ///   - budget: The maximum cost of the walk, as counted by ``StepBudget``; beyond it, the result
  ///     is a reset.
  /// - Returns: The changes, without moves of elements that are already where they belong.
  /// - Complexity: O(*k* log *n*), where *k* is the number of edits between the two.
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
