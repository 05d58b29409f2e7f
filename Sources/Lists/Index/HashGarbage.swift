/// Nodes of a `HashIndex` that nobody owns, and whose memory is still to be given back.
///
/// A chain through the nodes themselves, so that however many there are, freeing them takes neither
/// recursion nor memory. What nobody has freed when the garbage ends is freed then.
@usableFromInline
struct HashGarbage: ~Copyable, @unchecked Sendable {  // guard: nobody else can reach the nodes
  /// The branch that was added last; the first eight bytes of each lead to the one before.
  @usableFromInline var last: UnsafeMutableRawPointer?

  init() {}

  // Inlinable for the same reason as that of `HashIndex`.
  @inlinable
  deinit {
    Self.freeAll(last)
  }

  @usableFromInline
  static func freeAll(_ last: UnsafeMutableRawPointer?) {
    var last = last
    while let node = last { last = free(node) }
  }

  /// Whether there is nothing left to free.
  var isEmpty: Bool { last == nil }

  /// Takes over a node that nobody owns.
  mutating func add(_ node: HashNode) {
    Self.add(node, to: &last)
  }

  /// Frees all nodes.
  consuming func free() {}

  /// Frees all nodes, on the main actor only some: the others are left to ``NodeReaper``.
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

  /// How many nodes the main actor frees at once.
  private static let budgetOfMainActor = 64

  /// Frees some of the nodes: about `limit`, at most a branch's children more.
  mutating func free(atMost limit: Int) {
    var budget = limit
    while budget > 0, let node = last {
      last = Self.free(node)
      budget -= HashNode.fanOut
    }
  }

  /// A leaf owns nothing and is freed at once; a branch joins the chain.
  private static func add(_ node: HashNode, to last: inout UnsafeMutableRawPointer?) {
    guard !node.isLeaf else { return node.deallocate() }
    node.address.storeBytes(of: last, as: UnsafeMutableRawPointer?.self)
    last = node.address
  }

  /// Frees a branch, with those children that it was the last to own, and returns the next.
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
