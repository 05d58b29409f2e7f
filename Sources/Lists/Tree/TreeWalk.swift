/// A way through a tree in the order of the list, which goes into a node only when told to.
@usableFromInline
struct TreeWalk<Element> {
  /// Where it stands: before an inner node that it has not gone into, or at a slot of a leaf; nil at
  /// the end.
  @usableFromInline var node: TreeNode?
  /// The slot; 0 before an inner node.
  @usableFromInline var slot = 0
  /// The position of the element that comes next.
  @usableFromInline var position = 0
  /// How many elements there are.
  @usableFromInline let count: Int
  /// The nodes it has gone into, outermost first, and the child of each in which it is.
  @usableFromInline var above: [(node: InnerNode, child: Int)] = []

  /// Stands before the root of a tree with that many elements.
  @inlinable
  init(root: TreeNode?, count: Int) {
    node = root
    self.count = count
    above.reserveCapacity(12)
  }

  /// The order key of the element that comes next, which is the first of `node` if that is an inner
  /// node.
  @inlinable
  @inline(__always)
  func key(in node: TreeNode) -> UInt64 {
    node.isLeaf ? LeafNode<Element>(node).keys[slot] : InnerNode(node).firsts[0]
  }

  /// Goes into an inner node.
  @inlinable
  mutating func descend() {
    guard let node else { return }
    let inner = InnerNode(node)
    above.append((inner, 0))
    self.node = inner.children[0]
  }

  /// Goes past a node at whose start it stands.
  @inlinable
  mutating func skip() {
    position += above.last.map { Int($0.node.counts[$0.child]) } ?? count
    leaveNode()
  }

  /// Goes past that many slots, which are all in the same leaf.
  @inlinable
  @inline(__always)
  mutating func advance(by slots: Int) {
    position += slots
    slot += slots
    if slot == node?.count { leaveNode() }
  }

  /// Stands before the node that follows, if there is one.
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
