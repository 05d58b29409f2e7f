public import CStageFloor

/// Where an element is: its leaf, its slot there, and its position in the list.
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

  /// The place of the element with that key, if it is in the same leaf.
  @inlinable
  func neighbour(withKey key: UInt64) -> TreePlace? {
    guard let slot = leaf.slot(of: key) else { return nil }
    return TreePlace(leaf: leaf, slot: slot, position: position - self.slot + slot)
  }

  /// Fetches what an edit of the content is going to look at, while the content is still on its way.
  @inlinable
  @inline(__always)
  func prefetch() {
    stage_prefetch(leaf.node.base)
    stage_prefetch(leaf.revisions + slot)
  }
}

extension ListTree {
  /// The element at `position`, which must be one of the list's.
  ///
  /// - Complexity: O(log n).
  @inlinable
  borrowing func element(at position: Int) -> Element {
    let place = place(at: position)
    return place.leaf.elements[place.slot]
  }

  /// The position of the element with that id, or nil.
  ///
  /// - Complexity: O(log n).
  @inlinable
  borrowing func position(of id: Element.ID) -> Int? { place(of: id)?.position }

  /// The element with that id, or nil.
  ///
  /// - Complexity: O(log n).
  @inlinable
  borrowing func element(for id: Element.ID) -> Element? {
    guard let place = place(of: id) else { return nil }
    return place.leaf.elements[place.slot]
  }

  /// Whether an element has that id.
  ///
  /// - Complexity: O(log n).
  @inlinable
  borrowing func contains(_ id: Element.ID) -> Bool { place(of: id) != nil }
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
      // Of ids with one hash, those that came together are often in one leaf.
      let place =
        latest?.neighbour(withKey: key)
        ?? Self.place(ofKey: key, below: root, capacity: capacity)
      latest = place
      guard let place else { return false }
      return place.leaf.elements[place.slot].id == id
    }
    return key == nil ? nil : latest
  }

  /// The slot with that order key, below a node whose leaves have that capacity.
  @inlinable
  @inline(__always)
  static func place(
    ofKey key: UInt64, below root: TreeNode, capacity: Int
  ) -> TreePlace<Element>? {
    var node = root
    var position = 0
    for _ in 0..<node.height {
      let inner = InnerNode(node)
      let child = inner.child(holdingKey: key)
      let counts = inner.counts
      for earlier in 0..<child { position += Int(counts[earlier]) }
      node = inner.children[child]
    }
    let leaf = LeafNode<Element>(node, capacity: capacity)
    guard let slot = leaf.slot(of: key) else { return nil }
    return TreePlace(leaf: leaf, slot: slot, position: position + slot)
  }
}
