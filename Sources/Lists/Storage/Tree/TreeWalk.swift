/// A walk through a tree in the order of the list, which descends into a node only on request.
@usableFromInline
struct TreeWalk<Element> {
  /// The present node: an inner node that has not been entered, or a leaf; nil at the end.
  @usableFromInline var node: TreeNode?
  /// The slot in the leaf; 0 for an inner node.
  @usableFromInline var slot = 0
  @usableFromInline var position = 0
  @usableFromInline let count: Int
  /// The entered nodes, outermost first, and the present child of each.
  @usableFromInline var above: [(node: InnerNode, child: Int)] = []

  @inlinable
  init(root: TreeNode?, count: Int) {
    node = root
    self.count = count
    above.reserveCapacity(12)
  }

  /// The order key of the next element, which is the first of `node` if that is an inner node.
  @inlinable
  @inline(__always)
  func key(in node: TreeNode) -> UInt64 {
    node.isLeaf ? LeafNode<Element>(node).keys[slot] : InnerNode(node).firsts[0]
  }

  @inlinable var countOfNode: Int {
    @inline(__always) get { above.last.map { Int($0.node.counts[$0.child]) } ?? count }
  }

  @inlinable
  mutating func descend() {
    guard let node else { return }
    let inner = InnerNode(node)
    above.append((inner, 0))
    self.node = inner.children[0]
  }

  @inlinable
  mutating func skip() {
    position += countOfNode
    leaveNode()
  }

  @inlinable
  @inline(__always)
  mutating func advance(by slots: Int) {
    position += slots
    slot += slots
    if slot == node?.count { leaveNode() }
  }

  @inlinable
  mutating func leaveNode() {
    slot = 0
    node = nil
    while let (inner, child) = above.popLast() {
      guard child + 1 < inner.count else { continue }
      above.append((inner, child + 1))
      node = inner.children[child + 1]
      return
    }
  }
}
