/// Fills leaves with rows of another tree, with their order keys and stamps; unlike
/// ``TreeBuilder``, it neither hashes nor compares identities: they are distinct.
@usableFromInline
struct RowPacker<Element: Identifiable & Sendable> where Element.ID: Sendable {
  @usableFromInline let shape: TreeShape
  /// As in ``TreeBuilder``.
  @usableFromInline let fill: Int
  @usableFromInline var leaves: [LeafNode<Element>] = []
  @usableFromInline var leaf: LeafNode<Element>?
  @usableFromInline var slot = 0
  @usableFromInline var latest: UInt64 = 0

  @inlinable
  init(shape: TreeShape = .standard(for: Element.self), expecting expected: Int = 0) {
    self.shape = shape
    fill = shape.leaf - shape.leaf / 8
    leaves.reserveCapacity(expected / fill + 1)
  }

  @inlinable var count: Int { leaf == nil ? 0 : (leaves.count - 1) * fill + slot }

  /// The key is greater than that of the previous row.
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

  /// `index` contains the keys of all rows; `staleEntries` is the number of its other entries.
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
  /// The ids of the elements are distinct; O(*n*).
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

/// Finds the slots of ascending positions; its user keeps the tree alive and unchanged.
@usableFromInline
struct SlotCursor<Element> {
  @usableFromInline var walk: TreeWalk<Element>
  @usableFromInline var leaf: LeafNode<Element>?
  @usableFromInline var start = 0
  @usableFromInline var end = 0

  @inlinable
  init(root: TreeNode?, count: Int) {
    walk = TreeWalk(root: root, count: count)
  }

  /// The position exists and is not less than the one before.
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

  @inlinable
  mutating func nextLeaf() -> LeafNode<Element> {
    if leaf != nil { walk.leaveNode() }
    while let node = walk.node, !node.isLeaf { walk.descend() }
    guard let node = walk.node else { preconditionFailure("there is no such position") }
    let next = LeafNode<Element>(node)
    if let (parent, child) = walk.above.last {
      LeafNode<Element>.prefetch(child + 1, of: parent, capacity: next.capacity)
    }
    leaf = next
    start = end
    end += next.count
    return next
  }
}
