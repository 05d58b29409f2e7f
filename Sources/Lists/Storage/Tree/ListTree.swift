internal import Synchronization

/// A list of identifiable elements with cheap copies, and with an efficient diff between any two of
/// them.
///
/// This is a B+-tree whose inner nodes count the elements below them, so that the element at a
/// position is found in O(log *n*). Each element has an *order key*, a number that increases along
/// the list and remains the same while other elements are inserted and removed, until it is
/// relabelled. ``HashIndex`` maps the hash of an id to the key, and the tree maps the key to the
/// position, in this copy and in every older one.
///
/// Copies share nodes. An edit copies the shared nodes between the root and the slot, and edits all
/// others in place. So two copies with a few edits between them have nearly all nodes in common,
/// and ``changes(from:to:limit:)`` only needs to visit the others. The caller stamps edits with a
/// version, which increases between any two copies that are compared.
@usableFromInline
struct ListTree<Element: Identifiable & Sendable>:
  ~Copyable, @unchecked Sendable  // guard: nodes with several owners are read-only
where Element.ID: Sendable {
  @usableFromInline var root: TreeNode?
  @usableFromInline var index: HashIndex
  @usableFromInline var garbage: NodeChain<Element>
  @usableFromInline var count: Int
  /// The places of the latest insertions; the next one is likely to be adjacent.
  @usableFromInline var run: KeyRun
  @usableFromInline var relabellings: Int
  /// The number of index entries that belong to no element; see ``addEntry(hash:key:)``.
  @usableFromInline var staleEntries = 0
  @usableFromInline let shape: TreeShape

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

  /// The discarded nodes are not part of the copy.
  @inlinable
  borrowing func copy() -> ListTree {
    root?.retain()
    var copy = ListTree(
      root: root, index: index.copy(), count: count, run: run,
      relabellings: relabellings, shape: shape)
    copy.staleEntries = staleEntries
    return copy
  }

  @inlinable
  mutating func takeGarbage() -> TreeGarbage<Element> {
    let taken = TreeGarbage<Element>(top: garbage.top)
    garbage.top = nil
    return taken
  }

  @inlinable
  @inline(__always)
  static func hash(of id: Element.ID) -> UInt64 { UInt64(truncatingIfNeeded: id.hashValue) }
}

@frozen
@usableFromInline
struct TreeShape: Equatable, Sendable {
  @usableFromInline let leaf: Int
  @usableFromInline let inner: Int

  @inlinable
  init(leaf: Int, inner: Int) {
    precondition((4...64).contains(leaf), "a leaf has from four to 64 slots")
    precondition((4...InnerNode.room).contains(inner), "a node has from four to eight children")
    self.leaf = leaf
    self.inner = inner
  }

  /// An edit while an older version exists copies a leaf and retains the objects that its elements
  /// refer to, so short leaves are better.
  ///
  /// For iteration, long ones are better. One kilobyte is also a size that allocators provide
  /// without a search.
  @inlinable
  static func standard<Element>(for type: Element.Type) -> TreeShape {
    let slot = MemoryLayout<Element>.stride + LeafNode<Element>.bookkeeping
    let fitting = (1000 - TreeNode.headerBytes) / slot
    return TreeShape(leaf: min(max(fitting, 8), 64), inner: InnerNode.room)
  }
}

// MARK: - Checking invariants

extension ListTree {
  @usableFromInline
  borrowing func checkInvariants() {
    index.checkInvariants()
    precondition(index.count == count + staleEntries, "the index has another number of entries")
    var keys: [UInt64] = []
    if let root {
      precondition(root.isLeaf || root.count >= 2, "the root has a single child")
      precondition(Self.check(root, keys: &keys) == count, "the count is wrong")
    } else {
      precondition(count == 0, "elements without a root")
    }
    for (one, next) in zip(keys, keys.dropFirst()) {
      precondition(one < next, "the order keys do not increase")
    }
    for position in 0..<count {
      let place = place(at: position)
      let id = place.leaf.elements[place.slot].id
      precondition(self.position(of: id) == position, "the index has another position")
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
      precondition(
        inner.children[child].height == node.height - 1, "the leaves have different depths")
      let start = keys.count
      let below = check(inner.children[child], keys: &keys)
      precondition(below == Int(inner.counts[child]), "a child has another count")
      precondition(keys[start] == inner.firsts[child], "a child has another first key")
    }
    return inner.total
  }
}
