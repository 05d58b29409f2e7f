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
  /// Does not update the index; during the descent, nodes that are nearly empty are merged with an
  /// adjacent one, or filled from it, so that no node is ever empty.
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

  /// The number of slots or children at which a node must be filled before one is removed.
  @inlinable
  @inline(__always)
  func lowest(_ node: TreeNode) -> Int { max(1, node.capacity / 4) }
}

// MARK: - Joining sparse nodes

extension ListTree {
  /// Afterwards `child` and `offset` refer to the same element as before.
  @inlinable
  mutating func refill(_ child: inout Int, of parent: InnerNode, offset: inout Int) {
    let left = child > 0 ? child - 1 : child
    let right = left + 1
    if child == right { offset += Int(parent.counts[left]) }
    child = left

    let node = own(left, of: parent)
    let other = parent.children[right]
    if node.count + other.count <= node.capacity {
      join(other, to: node)
      parent.counts[left] += parent.counts[right]
      parent.remove(right..<right + 1)
    } else {
      let other = own(right, of: parent)
      let sum = Int(parent.counts[left] + parent.counts[right])
      let first = evenOut(node, other)
      parent.counts[left] = UInt32(node.isLeaf ? node.count : InnerNode(node).total)
      parent.counts[right] = UInt32(sum) - parent.counts[left]
      parent.firsts[right] = first
      if offset >= Int(parent.counts[left]) {
        offset -= Int(parent.counts[left])
        child = right
      }
    }
  }

  @inlinable
  mutating func join(_ other: TreeNode, to node: TreeNode) {
    if node.isLeaf {
      let leaf = LeafNode<Element>(node)
      guard other.isUnique else {
        leaf.appendCopies(of: LeafNode(other))
        return garbage.release(other)
      }
      leaf.take(0..<other.count, of: LeafNode(other), at: leaf.count)
    } else {
      let inner = InnerNode(node)
      inner.append(0..<other.count, of: InnerNode(other))
      guard other.isUnique else {
        for child in 0..<other.count { InnerNode(other).children[child].retain() }
        return garbage.release(other)
      }
    }
    other.deallocate()
  }

  /// Returns the first order key of the right node.
  @inlinable
  func evenOut(_ left: TreeNode, _ right: TreeNode) -> UInt64 {
    let wanted = (left.count + right.count) / 2
    let missing = wanted - left.count
    let surplus = wanted..<max(left.count, wanted)
    if left.isLeaf {
      let (left, right) = (LeafNode<Element>(left), LeafNode<Element>(right))
      if missing > 0 { left.take(0..<missing, of: right, at: left.count) }
      if missing < 0 { right.take(surplus, of: left, at: 0) }
      return right.keys[0]
    }
    let (left, right) = (InnerNode(left), InnerNode(right))
    if missing > 0 {
      left.append(0..<missing, of: right)
      right.remove(0..<missing)
    }
    if missing < 0 {
      right.take(surplus, of: left, at: 0)
      left.remove(surplus)
    }
    return right.firsts[0]
  }
}
