internal import Synchronization

extension ListTree {
  /// Traps if an invariant of the tree is violated.
  ///
  /// - Complexity: O(*n* log *n*).
  @usableFromInline
  borrowing func checkInvariants() {
    index.checkInvariants()
    var keys: [UInt64] = []
    if let root {
      precondition(root.isLeaf || root.count >= 2, "the root has a single child")
      precondition(Self.check(root, keys: &keys) == count, "the count is wrong")
    } else {
      precondition(count == 0, "elements without a root")
    }
    for (one, next) in zip(keys, keys.dropFirst()) {
      precondition(one < next, "the order keys do not rise")
    }
    for position in 0..<count {
      let place = place(at: position)
      let id = place.leaf.elements[place.slot].id
      precondition(self.position(of: id) == position, "the index leads astray")
    }
  }

  private static func check(_ node: TreeNode, keys: inout [UInt64]) -> Int {
    precondition(node.references.pointee.load(ordering: .relaxed) >= 1, "a node without owners")
    precondition(node.count >= 1 && node.count <= node.capacity, "a node is empty or overfull")
    guard !node.isLeaf else {
      let leaf = LeafNode<Element>(node)
      for slot in 0..<leaf.count { keys.append(leaf.keys[slot]) }
      return leaf.count
    }
    let inner = InnerNode(node)
    for child in 0..<inner.count {
      precondition(inner.children[child].height == node.height - 1, "the leaves are not level")
      let start = keys.count
      let below = check(inner.children[child], keys: &keys)
      precondition(below == Int(inner.counts[child]), "a child has another count")
      precondition(keys[start] == inner.firsts[child], "a child has another first key")
    }
    return inner.total
  }
}
