// Making nodes this tree's own before they are edited.
extension ListTree {
  /// The root, which belongs to this tree alone from now on.
  @inlinable
  mutating func ownRoot() -> TreeNode? {
    guard let node = root else { return nil }
    if node.isUnique { return node }
    let own = Self.clone(node)
    root = own
    garbage.release(node)
    return own
  }

  /// A child of a node that belongs to this tree alone, which the child does from now on.
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

  /// The leaf with the element at `position`, which becomes the slot; it and all above it belong to
  /// this tree alone from now on.
  ///
  /// From the first node with another owner downwards all are copied. A copy does not become an
  /// owner of the next node on the way, which is about to be copied itself: until then that one is
  /// kept alive by the first, which is let go last.
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
      put(copy.node, at: child, of: parent)
      child = next
      parent = copy
      node = inner.children[next]
    }
    let leaf = LeafNode<Element>(node, capacity: shape.leaf).clone()
    put(leaf.node, at: child, of: parent)
    garbage.release(shared)
    return leaf
  }

  /// Puts a node below its parent, or makes it the root.
  @inlinable
  @inline(__always)
  mutating func put(_ node: TreeNode, at child: Int, of parent: InnerNode?) {
    if let parent {
      parent.children[child] = node
    } else {
      root = node
    }
  }

  /// Writes the order key of the element at `position`, the first of its leaf, into the nodes above,
  /// which belong to this tree alone.
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
