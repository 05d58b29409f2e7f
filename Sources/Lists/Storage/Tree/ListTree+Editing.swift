// The four primitive edits, and the copying of shared nodes before them.
extension ListTree {
  /// No other element may have its id; O(log *n*), amortized.
  @inlinable
  mutating func insert(_ element: Element, at position: Int, version: UInt64) {
    let key = put(element, at: position, place: version, revision: version)
    addEntry(hash: Self.hash(of: element.id), key: key)
  }

  @inlinable
  mutating func insertIfRoom(_ element: Element, at position: Int, version: UInt64) -> Bool {
    guard let opening = makeOpening(at: position, version: version) else { return false }
    let key = fill(opening, with: element, at: position, place: version, revision: version)
    addEntry(hash: Self.hash(of: element.id), key: key)
    return true
  }

  @inlinable
  @discardableResult
  mutating func remove(at position: Int) -> Element {
    let taken = take(at: position)
    index.remove(hash: Self.hash(of: taken.element.id), key: taken.key) {
      ListMisuse.identityHasChanged(taken.element.id, at: position)
    }
    return taken.element
  }

  /// `target` is the position after the move; O(log *n*), amortized.
  @inlinable
  mutating func move(from source: Int, to target: Int, version: UInt64) {
    precondition(target >= 0 && target < count, "there is no such position in the result")
    guard source != target else { return }
    let taken = take(at: source)
    let hash = Self.hash(of: taken.element.id)
    let key = put(taken.element, at: target, place: version, revision: taken.revision)
    index.rekey(hash: hash, from: taken.key, to: key) {
      ListMisuse.identityHasChanged(taken.element.id, at: source)
    }
  }

  /// Returns the old element, which has the same id; O(log *n*).
  @inlinable
  @discardableResult
  mutating func replace(at position: Int, with element: Element, version: UInt64) -> Element {
    var slot = position
    let leaf = ownLeaf(holding: &slot)
    leaf.revisions[slot] = version
    let old = (leaf.elements + slot).move()
    (leaf.elements + slot).initialize(to: element)
    return old
  }
}

// MARK: - Making nodes unique to this tree

extension ListTree {
  @inlinable
  mutating func ownRoot() -> TreeNode? {
    guard let node = root else { return nil }
    if node.isUnique { return node }
    let own = Self.clone(node)
    root = own
    garbage.release(node)
    return own
  }

  /// Returns a child after making it unique to this tree; its parent must be unique already.
  @inlinable
  @inline(__always)
  mutating func own(_ child: Int, of parent: InnerNode) -> TreeNode {
    let node = parent.children[child]
    if node.isUnique { return node }
    let own = Self.clone(node)
    parent.children[child] = own
    garbage.release(node)
    return own
  }

  @inlinable
  static func clone(_ node: TreeNode) -> TreeNode {
    node.isLeaf ? LeafNode<Element>(node).clone().node : InnerNode(node).clone().node
  }

  /// Returns the leaf with the element at `position`, and makes `position` the slot; the leaf and
  /// all nodes above it are then unique to this tree.
  ///
  /// All nodes from the first shared one downwards are copied. A copy does not retain the next node
  /// on the path, which is about to be copied itself: until then, the first shared node keeps that
  /// node alive, and is released last.
  @inlinable
  mutating func ownLeaf(holding position: inout Int) -> LeafNode<Element> {
    precondition(position >= 0 && position < count, "there is no element at that position")
    guard var node = root else { preconditionFailure("there are no elements") }
    var parent: InnerNode?
    var child = 0
    while node.isUnique {
      if node.isLeaf { return LeafNode(node) }
      let inner = InnerNode(node)
      child = inner.child(holding: &position)
      parent = inner
      node = inner.children[child]
    }

    let shared = node
    for _ in 0..<shared.height {
      let inner = InnerNode(node)
      let next = inner.child(holding: &position)
      let copy = inner.clone(lending: next)
      setChild(copy.node, at: child, of: parent)
      child = next
      parent = copy
      node = inner.children[next]
    }
    let leaf = LeafNode<Element>(node, capacity: shape.leaf).clone()
    setChild(leaf.node, at: child, of: parent)
    garbage.release(shared)
    return leaf
  }

  @inlinable
  @inline(__always)
  mutating func setChild(_ node: TreeNode, at child: Int, of parent: InnerNode?) {
    if let parent {
      parent.children[child] = node
    } else {
      root = node
    }
  }

  /// `position` is the first of its leaf; the nodes above are unique to this tree.
  @inlinable
  func noteFirst(_ key: UInt64, at position: Int) {
    guard var node = root else { return }
    var offset = position
    while !node.isLeaf {
      let inner = InnerNode(node)
      let child = inner.child(holding: &offset)
      if offset == 0 { inner.firsts[child] = key }
      node = inner.children[child]
    }
  }
}
