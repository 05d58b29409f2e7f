public import StageFloor

extension ListTree {
  /// Elements with the id of an earlier one are appended to `duplicates` instead; O(*n*).
  @inlinable
  init(
    shape: TreeShape = .standard(for: Element.self), _ elements: some Sequence<Element>,
    version: UInt64, duplicates: inout [Element]
  ) {
    var builder = TreeBuilder<Element>(shape: shape, expecting: elements.underestimatedCount)
    for element in elements where !builder.append(element, version: version) {
      duplicates.append(element)
    }
    let (count, run) = (builder.entries.count, KeyRun(latest: builder.entries.last?.key ?? 0))
    let root = builder.finish()
    self.init(
      root: root, index: HashIndex(entries: builder.entries), count: count, run: run,
      relabellings: 0, shape: shape)
  }
}

@usableFromInline
struct TreeBuilder<Element: Identifiable & Sendable> {
  @usableFromInline let shape: TreeShape
  /// Less than a leaf has, which saves the first insertions from splits.
  @usableFromInline let fill: Int
  @usableFromInline var leaves: [LeafNode<Element>] = []
  @usableFromInline var entries: [HashEntry] = []
  @usableFromInline var table: ProbeTable

  @inlinable
  init(shape: TreeShape, expecting expected: Int) {
    self.shape = shape
    fill = shape.leaf - shape.leaf / 8
    table = ProbeTable(expecting: expected)
    entries.reserveCapacity(expected)
    leaves.reserveCapacity(expected / fill + 1)
  }

  /// Returns false if another element has its id.
  @inlinable
  mutating func append(_ element: Element, version: UInt64) -> Bool {
    let id = element.id
    requireItself(id)
    let hash = UInt64(truncatingIfNeeded: id.hashValue)
    guard note(id, hash) else { return false }
    if leaves.last.map({ $0.count == fill }) ?? true {
      leaves.append(LeafNode(capacity: shape.leaf))
    }
    guard
      let leaf = leaves.last,
      let key = OrderKeys.between(entries.last?.key, nil, run: KeyRun())
    else { preconditionFailure("there are more elements than order keys for them") }
    let slot = leaf.count
    (leaf.elements + slot).initialize(to: element)
    leaf.keys[slot] = key
    leaf.places[slot] = version
    leaf.revisions[slot] = version
    leaf.count = slot + 1
    entries.append(HashEntry(hash: hash, key: key))
    return true
  }

  /// A separate function, so that its copy of `leaves` is released before the next append.
  @inlinable
  mutating func note(_ id: Element.ID, _ hash: UInt64) -> Bool {
    let (leaves, fill) = (leaves, fill)
    return table.insert(entries.count, hash: ProbeTable.shortened(hash)) { number in
      leaves[number / fill].elements[number % fill].id == id
    }
  }

  @inlinable
  func finish() -> TreeNode? { Self.root(above: leaves, shape: shape) }

  @inlinable
  static func root(above leaves: [LeafNode<Element>], shape: TreeShape) -> TreeNode? {
    var levels = TreeLevels(inner: shape.inner)
    for leaf in leaves {
      levels.append(TreeLevels.Child(node: leaf.node, count: leaf.count, first: leaf.keys[0]))
    }
    return levels.finish()
  }
}

extension ProbeTable {
  /// Returns the half of a hash that a table needs; an id's own `hashValue` may vary in a few bits
  /// only; the upper half of the product varies with all of them.
  @inlinable
  @inline(__always)
  static func shortened(_ hash: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }
}
