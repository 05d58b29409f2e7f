extension ListTree {
  /// Merges a child that is nearly empty with an adjacent one, or balances the two.
  ///
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

  /// Appends the contents of `other` to `node`, and releases `other`.
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

  /// Moves slots or children from the fuller to the emptier of two adjacent nodes, and returns the
  /// first order key of the right one.
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
