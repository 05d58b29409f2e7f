public import CStageFloor

/// Fills one leaf after another with rows whose order keys and stamps are known.
///
/// Unlike ``TreeBuilder``, it neither hashes nor compares identities: the rows come from another
/// tree, in which they are distinct.
@usableFromInline
struct RowPacker<Element: Identifiable & Sendable> where Element.ID: Sendable {
  @usableFromInline let shape: TreeShape
  /// The number of filled slots in each leaf, as in ``TreeBuilder``.
  @usableFromInline let fill: Int
  @usableFromInline var leaves: [LeafNode<Element>] = []
  /// The leaf that is being filled.
  @usableFromInline var leaf: LeafNode<Element>?
  /// The number of rows in `leaf`.
  @usableFromInline var slot = 0
  /// The key of the latest row.
  @usableFromInline var latest: UInt64 = 0

  @inlinable
  init(shape: TreeShape = .standard(for: Element.self), expecting expected: Int = 0) {
    self.shape = shape
    fill = shape.leaf - shape.leaf / 8
    leaves.reserveCapacity(expected / fill + 1)
  }

  /// The number of rows.
  @inlinable var count: Int { leaf == nil ? 0 : (leaves.count - 1) * fill + slot }

  /// Appends a row, whose key is greater than that of the previous one.
  @inlinable
  @inline(__always)
  mutating func append(_ element: Element, key: UInt64, place: UInt64, revision: UInt64) {
    let leaf = openLeaf()
    (leaf.elements + slot).initialize(to: element)
    leaf.keys[slot] = key
    leaf.places[slot] = place
    leaf.revisions[slot] = revision
    slot += 1
    latest = key
  }

  @inlinable
  @inline(__always)
  mutating func openLeaf() -> LeafNode<Element> {
    if let leaf, slot < fill { return leaf }
    return beginLeaf()
  }

  @inlinable
  @inline(never)
  mutating func beginLeaf() -> LeafNode<Element> {
    leaf?.count = slot
    let next = LeafNode<Element>(capacity: shape.leaf)
    leaves.append(next)
    leaf = next
    slot = 0
    return next
  }

  /// Returns the tree of all rows.
  ///
  /// - Parameters:
  ///   - index: Contains the keys of all rows by the hashes of their ids.
  ///   - staleEntries: The number of its other entries; see ``ListTree/addEntry(hash:key:)``.
  ///   - relabellings: The number of relabellings so far, as in ``ListTree/relabellings``.
  /// - Returns: The tree.
  @inlinable
  consuming func finish(
    index: consuming HashIndex, staleEntries: Int = 0, relabellings: Int
  ) -> ListTree<Element> {
    leaf?.count = slot
    var tree = ListTree<Element>(
      root: TreeBuilder<Element>.root(above: leaves, shape: shape), index: index, count: count,
      run: KeyRun(latest: latest), relabellings: relabellings, shape: shape)
    tree.staleEntries = staleEntries
    return tree
  }
}

// MARK: - Building from distinct rows

extension ListTree {
  /// Returns a list of elements whose ids are distinct.
  ///
  /// - Parameters:
  ///   - shape: The sizes of the nodes.
  ///   - elements: The elements, in order.
  ///   - version: The version in which the elements are inserted.
  ///   - relabellings: The number of relabellings so far.
  /// - Returns: The list.
  /// - Complexity: O(*n*).
  @inlinable
  static func make(
    shape: TreeShape = .standard(for: Element.self), ofDistinct elements: [Element],
    version: UInt64, relabellings: Int = 0
  ) -> ListTree {
    var packer = RowPacker<Element>(shape: shape, expecting: elements.count)
    var entries: [HashEntry] = []
    entries.reserveCapacity(elements.count)
    var key = OrderKeys.middle
    for element in elements {
      packer.append(element, key: key, place: version, revision: version)
      entries.append(HashEntry(hash: Self.hash(of: element.id), key: key))
      key += OrderKeys.step
    }
    return packer.finish(index: HashIndex(entries: entries), relabellings: relabellings)
  }
}

/// Finds the slots of ascending positions, leaf by leaf.
///
/// It retains nothing: its user keeps the tree alive and unchanged.
@usableFromInline
struct SlotCursor<Element> {
  @usableFromInline var walk: TreeWalk<Element>
  @usableFromInline var leaf: LeafNode<Element>?
  /// The positions in `leaf`.
  @usableFromInline var start = 0
  @usableFromInline var end = 0

  @inlinable
  init(root: TreeNode?, count: Int) {
    walk = TreeWalk(root: root, count: count)
  }

  /// Returns the slot at a position, which exists and is not less than the one before.
  @inlinable
  @inline(__always)
  mutating func find(_ position: Int) -> (leaf: LeafNode<Element>, slot: Int) {
    if let leaf, position < end { return (leaf, position - start) }
    return advance(to: position)
  }

  @inlinable
  @inline(never)
  mutating func advance(to position: Int) -> (leaf: LeafNode<Element>, slot: Int) {
    while true {
      let next = nextLeaf()
      if position < end { return (next, position - start) }
    }
  }

  /// Proceeds to the next leaf, which exists.
  @inlinable
  mutating func nextLeaf() -> LeafNode<Element> {
    if leaf != nil { walk.leaveNode() }
    while let node = walk.node, !node.isLeaf { walk.descend() }
    guard let node = walk.node else { preconditionFailure("there is no such position") }
    let next = LeafNode<Element>(node)
    prefetchSibling(capacity: next.capacity)
    leaf = next
    start = end
    end += next.count
    return next
  }

  /// Prefetches the leaf after the present one, if it has the same parent: leaves are scattered in
  /// memory, so the processor does not foresee which is next.
  @inlinable
  @inline(__always)
  func prefetchSibling(capacity: Int) {
    guard let (parent, child) = walk.above.last, child + 1 < parent.count else { return }
    let sibling = parent.children[child + 1].base
    let bytes =
      LeafNode<Element>.elementsOffset(capacity: capacity) + capacity * MemoryLayout<Element>.stride
    for line in stride(from: 0, to: min(bytes, 1024), by: 64) { stage_prefetch(sibling + line) }
  }
}
