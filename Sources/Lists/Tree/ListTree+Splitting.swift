extension ListTree {
  /// Adds a root with one child above a full node.
  @inlinable
  mutating func raiseRoot(above node: TreeNode) -> TreeNode {
    let raised = InnerNode(capacity: shape.inner, height: node.height + 1)
    let first = node.isLeaf ? LeafNode<Element>(node).keys[0] : InnerNode(node).firsts[0]
    raised.insert(node, count: count, first: first, at: 0)
    root = raised.node
    return raised.node
  }

  /// Splits a full inner node into itself and a new child of `parent` after it.
  ///
  /// At the ends of the list nearly all children remain together: a list that grows only at an end
  /// then consists of full nodes.
  @inlinable
  func split(_ node: InnerNode, child: Int, of parent: InnerNode, for position: Int) {
    let count = node.count
    let kept =
      if position == 0 { 1 } else if position == self.count { count - 1 } else { count / 2 }
    let right = InnerNode(capacity: node.node.capacity, height: node.node.height)
    right.append(kept..<count, of: node)
    node.remove(kept..<count)
    let moved = right.total
    parent.counts[child] -= UInt32(moved)
    parent.insert(right.node, count: moved, first: right.firsts[0], at: child + 1)
  }

  /// Makes the slot and includes it in the count of `parent`; a full leaf is split first.
  ///
  /// A run of insertions at one place splits the leaf there, so that the leaves that the run has
  /// passed are full; otherwise the halves are equal.
  @inlinable
  func opening(
    for key: UInt64, at slot: Int, in leaf: LeafNode<Element>, child: Int, of parent: InnerNode,
    next: UInt64?
  ) -> TreeOpening<Element> {
    guard leaf.node.isFull else {
      leaf.open(1, at: slot)
      parent.counts[child] += 1
      return TreeOpening(leaf: leaf, slot: slot, key: key)
    }
    let count = leaf.count
    let kept: Int
    let goesLeft: Bool
    if slot == count, next == nil || leaf.keys[slot - 1] == run.latest {
      (kept, goesLeft) = (count, false)
    } else if slot == 0 || leaf.keys[slot - 1] == run.latest {
      (kept, goesLeft) = (slot, true)
    } else if slot < count, leaf.keys[slot] == run.latest {
      (kept, goesLeft) = (slot, false)
    } else {
      kept = count / 2
      goesLeft = slot <= kept
    }
    let right = LeafNode<Element>(capacity: leaf.node.capacity)
    right.take(kept..<count, of: leaf, at: 0)
    let target = goesLeft ? leaf : right
    let targetSlot = goesLeft ? slot : slot - kept
    target.open(1, at: targetSlot)
    parent.counts[child] = UInt32(leaf.count)
    parent.insert(
      right.node, count: right.count, first: goesLeft || targetSlot > 0 ? right.keys[0] : key,
      at: child + 1)
    return TreeOpening(leaf: target, slot: targetSlot, key: key)
  }
}
