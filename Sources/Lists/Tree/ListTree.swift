/// A list of identifiable elements with cheap copies, from which the changes between any two can be
/// read.
///
/// A B+-tree whose inner nodes count the elements below them, so that the element at a position is
/// found in O(log n). Each element has an *order key*, a number that rises along the list and stays
/// while others come and go; ``HashIndex`` leads from an id's hash to the key, and the key through
/// the tree to the position, in this copy and in every older one.
///
/// Copies share nodes. An edit copies the nodes between the root and the slot that have another
/// owner, and edits all others in place. So two copies that a few edits lie between have nearly all
/// nodes in common, and ``changes(from:to:limit:)`` need only look at the others.
///
/// A tree knows no clock: the caller stamps edits with a version, which rises between any two
/// copies that are ever compared.
@usableFromInline
struct ListTree<Element: Identifiable & Sendable>:
  ~Copyable, @unchecked Sendable  // guard: nodes with several owners are read-only
where Element.ID: Sendable {
  /// The topmost node; nil if there are no elements.
  @usableFromInline var root: TreeNode?
  @usableFromInline var index: HashIndex
  /// The nodes that lost their last owner in edits.
  @usableFromInline var garbage: NodeChain<Element>
  /// How many elements there are.
  @usableFromInline var count: Int
  /// Where the latest insertions went: the next one is likely to be beside them.
  @usableFromInline var run: KeyRun
  /// How often order keys have been dealt anew.
  @usableFromInline var relabellings: Int
  @usableFromInline let shape: TreeShape

  /// Makes an empty list.
  @inlinable
  init(shape: TreeShape = .standard(for: Element.self)) {
    self.init(root: nil, index: HashIndex(), count: 0, run: KeyRun(), relabellings: 0, shape: shape)
  }

  @inlinable
  init(
    root: TreeNode?, index: consuming HashIndex, count: Int, run: KeyRun, relabellings: Int,
    shape: TreeShape
  ) {
    self.root = root
    self.index = index
    garbage = NodeChain()
    self.count = count
    self.run = run
    self.relabellings = relabellings
    self.shape = shape
  }

  @inlinable
  deinit {
    var garbage = garbage
    if let root { garbage.release(root) }
    if garbage.top != nil { garbage.free() }
  }

  /// The same list once more: neither sees what is done to the other from now on.
  ///
  /// The nodes that edits have discarded stay behind.
  @inlinable
  borrowing func copy() -> ListTree {
    root?.retain()
    return ListTree(
      root: root, index: index.copy(), count: count, run: run,
      relabellings: relabellings, shape: shape)
  }

  /// Hands over what the edits so far have discarded, to be freed where no lock is held.
  @inlinable
  mutating func takeGarbage() -> TreeGarbage<Element> {
    let taken = TreeGarbage<Element>(top: garbage.top)
    garbage.top = nil
    return taken
  }

  /// The hash under which the index knows an id.
  @inlinable
  @inline(__always)
  static func hash(of id: Element.ID) -> UInt64 { UInt64(truncatingIfNeeded: id.hashValue) }
}
