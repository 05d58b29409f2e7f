/// Discarded nodes of a `HashIndex`.
///
/// They form a chain through their own memory, so that freeing any number of them needs neither
/// recursion nor memory. The deinitializer frees the remaining nodes.
@usableFromInline
struct HashGarbage: ~Copyable, @unchecked Sendable {  // guard: no other code can reach the nodes
  /// The branch that was added last; the first eight bytes of each refer to the previous one.
  @usableFromInline var last: UnsafeMutableRawPointer?

  init() {}

  // Inlinable for the same reason as in `HashIndex`.
  @inlinable
  deinit {
    Self.freeAll(last)
  }

  @usableFromInline
  static func freeAll(_ last: UnsafeMutableRawPointer?) {
    var last = last
    while let node = last { last = free(node) }
  }

  var isEmpty: Bool { last == nil }

  mutating func add(_ node: HashNode) {
    Self.add(node, to: &last)
  }

  consuming func free() {}

  /// Frees all nodes; on the main actor, only some of them, and ``NodeReaper`` frees the others.
  consuming func freeOrLeave() {
    free(atMost: Self.budgetOfMainActor)
    guard let rest = last, NodeReaper.isNeeded else { return }
    last = nil
    NodeReaper.shared.free(rest) { rest, limit in
      var garbage = HashGarbage()
      garbage.last = rest
      garbage.free(atMost: limit)
      defer { garbage.last = nil }
      return garbage.last
    }
  }

  private static let budgetOfMainActor = 64

  /// At most one branch's children more.
  mutating func free(atMost limit: Int) {
    var budget = limit
    while budget > 0, let node = last {
      last = Self.free(node)
      budget -= HashNode.fanOut
    }
  }

  /// A leaf, which owns nothing, is freed immediately; a branch joins the chain.
  private static func add(_ node: HashNode, to last: inout UnsafeMutableRawPointer?) {
    guard !node.isLeaf else { return node.deallocate() }
    node.address.storeBytes(of: last, as: UnsafeMutableRawPointer?.self)
    last = node.address
  }

  private static func free(_ address: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    var last = address.load(as: UnsafeMutableRawPointer?.self)
    let branch = HashNode(address)
    branch.forEachChild { child in
      if child.loseOwner() { add(child, to: &last) }
    }
    branch.deallocate()
    return last
  }
}
