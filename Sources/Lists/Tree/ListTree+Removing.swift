/// The former contents of a slot.
@frozen
@usableFromInline
struct TakenSlot<Element> {
  @usableFromInline let key: UInt64
  @usableFromInline let revision: UInt64
  @usableFromInline let element: Element

  @inlinable
  init(key: UInt64, revision: UInt64, element: Element) {
    self.key = key
    self.revision = revision
    self.element = element
  }
}

extension ListTree {
  /// Removes the element at `position` without updating the index.
  ///
  /// During the descent, nodes that are nearly empty are merged with an adjacent one, or filled
  /// from it, so that no node is ever empty.
  @inlinable
  mutating func take(at position: Int) -> TakenSlot<Element> {
    precondition(position >= 0 && position < count, "there is no element at that position")
    guard var node = ownRoot() else { preconditionFailure("there are no elements") }
    var offset = position
    while !node.isLeaf {
      let parent = InnerNode(node)
      if parent.count == 1 {
        // Only a root can have a single child; the child replaces it.
        node = own(0, of: parent)
        parent.node.deallocate()
        root = node
        continue
      }
      let isRoot = parent.node == root
      var child = parent.child(holding: &offset)
      if parent.children[child].count <= lowest(parent.children[child]) {
        refill(&child, of: parent, offset: &offset)
        if isRoot, parent.count == 1 { continue }
      }
      node = own(child, of: parent)
      parent.counts[child] -= 1
    }

    let leaf = LeafNode<Element>(node)
    let taken = TakenSlot(
      key: leaf.keys[offset], revision: leaf.revisions[offset],
      element: (leaf.elements + offset).move())
    leaf.close(offset..<offset + 1)
    count -= 1
    if leaf.count == 0 {
      node.deallocate()
      root = nil
    } else if offset == 0 {
      noteFirst(leaf.keys[0], at: position)
    }
    return taken
  }

  /// Returns the number of slots or children at which a node must be filled before one is removed.
  @inlinable
  @inline(__always)
  func lowest(_ node: TreeNode) -> Int { max(1, node.capacity / 4) }
}
