/// Nodes without owners, linked through their headers, which are freed one by one.
///
/// A node may hold the last reference to each of its children; these join the chain, so that a
/// version of any size is freed without recursion, and with a pause wherever one is wanted.
@frozen
@usableFromInline
struct NodeChain<Element: Sendable>: @unchecked Sendable {  // guard: owned by one thread at a time
  @usableFromInline var top: TreeNode?

  @inlinable
  init(top: TreeNode? = nil) { self.top = top }

  /// How many nodes the main actor frees at once.
  @inlinable static var budgetOfMainActor: Int { 64 }

  /// Adds a node that has lost its last owner.
  @inlinable
  @inline(__always)
  mutating func push(_ node: TreeNode) {
    node.header.pointee.link = top?.base
    top = node
  }

  /// Takes one owner away from `node`, and adds the node if it was the last.
  @inlinable
  @inline(__always)
  mutating func release(_ node: TreeNode) {
    if node.releaseIsLast() { push(node) }
  }

  /// Frees all nodes, on the main actor only some: the others are left to ``NodeReaper``.
  @inlinable
  mutating func free() {
    free(atMost: Self.budgetOfMainActor)
    guard let rest = top else { return }
    guard NodeReaper.isNeeded else { return free(atMost: .max) }
    top = nil
    NodeReaper.shared.free(rest.base) { top, budget in
      var chain = NodeChain(top: TreeNode(base: top))
      chain.free(atMost: budget)
      return chain.top?.base
    }
  }

  /// Frees that many nodes at most.
  @inlinable
  mutating func free(atMost budget: Int) {
    var freed = 0
    while freed < budget, let node = top {
      top = node.header.pointee.link.map(TreeNode.init(base:))
      if node.isLeaf {
        LeafNode<Element>(node).elements.deinitialize(count: node.count)
      } else {
        let inner = InnerNode(node)
        for child in 0..<inner.count { release(inner.children[child]) }
      }
      node.deallocate()
      freed += 1
    }
  }
}
