/// A chain of nodes without owners, linked through their headers, which are freed one by one.
///
/// A node may hold the last reference to a child, which then joins the chain. So a version of any
/// size is freed without recursion, and the work can be interrupted at any node.
@frozen
@usableFromInline
struct NodeChain<Element: Sendable>: @unchecked Sendable {  // guard: owned by one thread at a time
  @usableFromInline var top: TreeNode?

  @inlinable
  init(top: TreeNode? = nil) { self.top = top }

  @inlinable static var budgetOfMainActor: Int { 64 }

  @inlinable
  @inline(__always)
  mutating func push(_ node: TreeNode) {
    node.header.pointee.link = top?.base
    top = node
  }

  @inlinable
  @inline(__always)
  mutating func release(_ node: TreeNode) {
    if node.releaseIsLast() { push(node) }
  }

  /// Frees all nodes; on the main actor, only some of them, and ``NodeReaper`` frees the others.
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

/// Discarded nodes of a ``ListTree`` and the elements in them.
///
/// Edits only collect nodes here. Call ``free()`` when no lock is held: it may release the last
/// reference to an element, whose `deinit` is user code. Destroying the value frees the nodes too.
@usableFromInline
struct TreeGarbage<Element: Sendable>: ~Copyable, @unchecked Sendable {  // guard: owns its nodes
  @usableFromInline var top: TreeNode?

  @inlinable
  init(top: TreeNode? = nil) { self.top = top }

  @inlinable
  deinit {
    guard let top else { return }
    var chain = NodeChain<Element>(top: top)
    chain.free()
  }

  @inlinable var isEmpty: Bool { top == nil }

  @inlinable
  consuming func free() {}
}
