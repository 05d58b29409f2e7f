// Copy-on-write: making nodes unique to this tree before they are edited.
extension ListTree {
  /// Returns the root after making it unique to this tree.
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

  /// Stores a node in its parent, or makes it the root.
  @inlinable
  @inline(__always)
  mutating func setChild(_ node: TreeNode, at child: Int, of parent: InnerNode?) {
    if let parent {
      parent.children[child] = node
    } else {
      root = node
    }
  }

  /// Stores the order key of the element at `position`, the first of its leaf, in the nodes above,
  /// which are unique to this tree.
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
