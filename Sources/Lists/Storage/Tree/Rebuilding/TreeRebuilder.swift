/// Builds the next version of a list, in one pass, from the rows of the present one and new rows.
///
/// The caller walks along the present list, and for each row calls ``keep(_:)``, ``update(with:)``
/// or ``drop(_:)``. In between it calls ``insert(_:hash:)`` and ``move(_:hash:)`` for the rows that
/// come there. ``finish(_:)`` returns the result.
///
/// - A row that stays has the same key and stamps as before, so the differences from older versions
///  are found as after single edits. A subtree in which every row stays is shared.
/// - A row that comes is assigned the key that a single insertion would be assigned. If there is no
///  room, all rows are assigned new keys.
/// - The index loses no entries: those of dropped rows become *stale*, see ``ListTree/addEntry``.
///  So dropping a row costs nothing. If there are too many changes, the index is created anew.
///
/// This is cheaper than single edits if about a sixteenth of the rows change. The present list must
/// not be changed meanwhile, and must exist until the end.
@usableFromInline
struct TreeRebuilder<Element: Identifiable & Sendable>: ~Copyable where Element.ID: Sendable {
  @usableFromInline let shape: TreeShape
  @usableFromInline let version: UInt64
  /// The number of slots that are filled in a leaf of new rows.
  @usableFromInline let fill: Int
  @usableFromInline var walk: TreeWalk<Element>
  @usableFromInline var open: LeafNode<Element>?
  /// Filled leaves before it that have no parents yet: those whose keys are not known, and at least
  /// the last one, which may still be balanced with the next.
  @usableFromInline var closed: [LeafNode<Element>] = []
  @usableFromInline var levels: TreeLevels
  @usableFromInline var count = 0
  @usableFromInline var dropped = 0

  @usableFromInline var added: [HashEntry] = []
  /// The number of them that have keys; the others are adjacent rows, the *run*.
  @usableFromInline var keyed = 0
  /// Where the run begins: in which of the closed leaves, or in the open one, and in which slot.
  @usableFromInline var runStart = (leaf: 0, slot: 0)
  @usableFromInline var lastShared: TreeNode?
  @usableFromInline var run: KeyRun
  /// Whether there was no room for a run, so that keys are invalid.
  @usableFromInline var isCrowded = false

  @inlinable
  init(_ tree: borrowing ListTree<Element>, version: UInt64) {
    shape = tree.shape
    self.version = version
    fill = shape.leaf - shape.leaf / 8
    walk = TreeWalk(root: tree.root, count: tree.count)
    run = tree.run
    levels = TreeLevels(inner: shape.inner)
  }

  // MARK: - Rows of the present list

  /// O(*k*) in the number of leaves that are shared, plus the number of rows copied.
  @inlinable
  mutating func keep(_ rows: Int) {
    var rest = rows
    while rest > 0 {
      settle()
      let (node, slots) = nextPart(upTo: rest, mayBeWhole: canShare)
      if let slots {
        copy(slots, of: LeafNode(node, capacity: shape.leaf))
        walk.advance(by: slots.count)
        rest -= slots.count
      } else {
        let all = walk.countOfNode
        share(node, count: all, first: walk.key(in: node))
        walk.skip()
        rest -= all
      }
    }
  }

  /// Returns where the next rows are: a whole subtree, or some slots of a leaf.
  @inlinable
  @inline(__always)
  mutating func nextPart(
    upTo rows: Int, mayBeWhole: Bool
  ) -> (node: TreeNode, slots: Range<Int>?) {
    while let node = walk.node {
      if walk.slot == 0 {
        if mayBeWhole, walk.countOfNode <= rows { return (node, nil) }
        if !node.isLeaf {
          walk.descend()
          continue
        }
      }
      return (node, walk.slot..<walk.slot + min(rows, node.count - walk.slot))
    }
    preconditionFailure("there are no more rows")
  }

  @inlinable
  mutating func update(with element: Element) {
    settle()
    let leaf = descend()
    let target = openLeaf()
    let slot = target.count
    target.copyStamps(walk.slot..<walk.slot + 1, of: leaf, to: slot)
    (target.elements + slot).initialize(to: element)
    target.revisions[slot] = version
    target.count = slot + 1
    count += 1
    walk.advance(by: 1)
  }

  @inlinable
  mutating func drop(_ rows: Int) {
    var rest = rows
    dropped += rows
    while rest > 0 {
      let (_, slots) = nextPart(upTo: rest, mayBeWhole: true)
      if let slots {
        walk.advance(by: slots.count)
        rest -= slots.count
      } else {
        rest -= walk.countOfNode
        walk.skip()
      }
    }
  }

  // MARK: - Rows that come

  /// Adds a new row, or one with new content that was dropped elsewhere; no other row has its id.
  @inlinable
  mutating func insert(_ element: Element, hash: UInt64) {
    add(element, revision: version, hash: hash)
  }

  /// Adds a row that is dropped elsewhere in the present list.
  @inlinable
  mutating func move(_ place: TreePlace<Element>, hash: UInt64) {
    add(
      place.leaf.elements[place.slot], revision: place.leaf.revisions[place.slot], hash: hash)
  }

  @inlinable
  mutating func add(_ element: Element, revision: UInt64, hash: UInt64) {
    let leaf = openLeaf()
    let slot = leaf.count
    if keyed == added.count { runStart = (closed.count, slot) }
    (leaf.elements + slot).initialize(to: element)
    leaf.keys[slot] = 0
    leaf.places[slot] = version
    leaf.revisions[slot] = revision
    leaf.count = slot + 1
    added.append(HashEntry(hash: hash, key: 0))
    count += 1
  }
}

// MARK: - Leaves

extension TreeRebuilder {
  @inlinable
  mutating func descend() -> LeafNode<Element> {
    while let node = walk.node {
      if node.isLeaf { return LeafNode(node, capacity: shape.leaf) }
      walk.descend()
    }
    preconditionFailure("there are no more rows")
  }

  @inlinable
  mutating func openLeaf() -> LeafNode<Element> {
    if let open {
      if open.count < fill { return open }
      closed.append(open)
      if keyed == added.count { attach(allButLast: true) }
    }
    let leaf = LeafNode<Element>(capacity: shape.leaf)
    open = leaf
    return leaf
  }

  @inlinable
  mutating func copy(_ slots: Range<Int>, of leaf: LeafNode<Element>) {
    var slots = slots
    while !slots.isEmpty {
      // The rows of a leaf remain together if they fit, so that the next leaf can be shared.
      var target: LeafNode<Element>
      var room: Int
      if let open, open.count + slots.count <= shape.leaf {
        (target, room) = (open, slots.count)
      } else {
        target = openLeaf()
        room = slots.count + target.count <= shape.leaf ? slots.count : fill - target.count
      }
      let some = slots.prefix(room)
      target.copyStamps(some, of: leaf, to: target.count)
      (target.elements + target.count)
        .initialize(from: leaf.elements + some.lowerBound, count: some.count)
      target.count += some.count
      slots = some.upperBound..<slots.upperBound
      count += some.count
    }
  }

  /// Whether a shared node can follow without a leaf before it that is nearly empty.
  @inlinable var canShare: Bool {
    open.map { $0.count >= shape.leaf / 2 || !closed.isEmpty } ?? true
  }

  @inlinable
  mutating func share(_ node: TreeNode, count: Int, first: UInt64) {
    seal()
    attach(allButLast: false)
    node.retain()
    levels.append(TreeLevels.Child(node: node, count: count, first: first))
    lastShared = node
    self.count += count
  }

  /// Closes the open leaf, and balances it with the one before if it has few rows.
  @inlinable
  mutating func seal() {
    guard let leaf = open else { return }
    open = nil
    if leaf.count < shape.leaf / 2, closed.isEmpty, let node = levels.popLeaf() {
      let last = LeafNode<Element>(node)
      closed.append(node.isUnique ? last : last.clone())
      if !node.isUnique { _ = node.releaseIsLast() }
    }
    if leaf.count < shape.leaf / 2, let last = closed.last {
      let sum = last.count + leaf.count
      if sum <= shape.leaf {
        last.take(0..<leaf.count, of: leaf, at: last.count)
        return leaf.node.deallocate()
      }
      leaf.take(sum / 2..<last.count, of: last, at: 0)
    }
    closed.append(leaf)
  }

  @inlinable
  mutating func attach(allButLast keepsLast: Bool) {
    let end = keepsLast ? closed.count - 1 : closed.count
    guard end > 0 else { return }
    for leaf in closed[..<end] {
      levels.append(
        TreeLevels.Child(node: leaf.node, count: leaf.count, first: leaf.keys[0]))
    }
    closed.removeFirst(end)
  }
}
