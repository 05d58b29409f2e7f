extension TreeRebuilder {
  @inlinable
  consuming func finish(_ old: borrowing ListTree<Element>) -> ListTree<Element> {
    precondition(walk.node == nil, "rows were neither kept nor dropped")
    settle()
    seal()
    attach(allButLast: false)
    let root = levels.finish().map { Self.withoutSingleChildren($0) }
    var tree = ListTree<Element>(
      root: root, index: old.index.copy(), count: count, run: run, relabellings: old.relabellings,
      shape: shape)
    tree.staleEntries = old.staleEntries + dropped
    if isCrowded {
      tree.dealKeys()
      tree.renewIndex(knowing: [])
    } else if added.count > count / 4 || tree.hasTooManyStaleEntries {
      tree.renewIndex(knowing: added)
    } else {
      for entry in added { tree.addEntry(hash: entry.hash, key: entry.key) }
    }
    return tree
  }

  /// Returns the first node, from the root downwards, that can be a root.
  @inlinable
  static func withoutSingleChildren(_ root: TreeNode) -> TreeNode {
    var root = root
    while !root.isLeaf, root.count == 1 {
      let child = InnerNode(root).children[0]
      child.retain()
      var chain = NodeChain<Element>()
      chain.release(root)
      chain.free()
      root = child
    }
    return root
  }
}

// MARK: - Keys and index of a whole list

extension ListTree {
  /// Assigns new keys to all elements, at equal distances; the index must be renewed after it.
  @inlinable
  mutating func dealKeys() {
    guard let top = ownRoot() else { return }
    let half = UInt64(count / 2)
    precondition(half < 1 << 31, "there are more elements than order keys for them")
    var next = 1 << 63 - half * OrderKeys.step
    dealKeys(&next, below: top)
    run = KeyRun(latest: next - OrderKeys.step)
    relabellings += 1
  }

  @inlinable
  mutating func dealKeys(_ next: inout UInt64, below node: TreeNode) {
    guard !node.isLeaf else {
      let leaf = LeafNode<Element>(node)
      for slot in 0..<leaf.count {
        leaf.keys[slot] = next
        next += OrderKeys.step
      }
      return
    }
    let inner = InnerNode(node)
    for child in 0..<inner.count {
      inner.firsts[child] = next
      dealKeys(&next, below: own(child, of: inner))
    }
  }

  /// The ids of `known`, in the order of the list, need not be hashed; O(*n*).
  @inlinable
  mutating func renewIndex(knowing known: [HashEntry] = []) {
    index = makeIndex(knowing: known)
    staleEntries = 0
  }

  @inlinable
  borrowing func makeIndex(knowing known: [HashEntry] = []) -> HashIndex {
    if known.count == count { return HashIndex(entries: known) }
    var entries: [HashEntry] = []
    entries.reserveCapacity(count)
    var next = 0
    var walk = TreeWalk<Element>(root: root, count: count)
    while let node = walk.node {
      guard node.isLeaf else {
        walk.descend()
        continue
      }
      let leaf = LeafNode<Element>(node, capacity: shape.leaf)
      for slot in 0..<leaf.count {
        let key = leaf.keys[slot]
        if next < known.count, known[next].key == key {
          entries.append(known[next])
          next += 1
        } else {
          entries.append(HashEntry(hash: Self.hash(of: leaf.elements[slot].id), key: key))
        }
      }
      walk.leaveNode()
    }
    return HashIndex(entries: entries)
  }

  /// A list that loses most of its rows at once keeps their entries only as long as they are not
  /// many times as many as its rows.
  @inlinable var hasTooManyStaleEntries: Bool {
    @inline(__always) get { staleEntries > 3 * count &+ 64 }
  }

  /// Adds an entry to the index for an element that is in the tree already.
  ///
  /// An entry is *stale* if no element has its key and its hash: ``TreeRebuilder`` drops elements
  /// without looking for their entries. This is safe because no reader trusts an entry: a look-up
  /// compares the id of the element that has the key (``place(of:)``), so a stale entry is like one
  /// of another id with the same hash. The edits that search for an entry give its exact key, and
  /// an equal stale entry is as good as the right one. An element that was dropped and returns gets
  /// its stale entry back, so entries with the same hash, each of which would cost a look-up of a
  /// key, do not become more and more if the same elements come and go. If they are too many for
  /// that, look-ups do not use them (``isCrowded(_:)``).
  @inlinable
  mutating func addEntry(hash: UInt64, key: UInt64) {
    if staleEntries > 0, let root, let leaf = index.leaf(for: hash), !isCrowded(leaf) {
      let capacity = shape.leaf
      let stale = leaf.firstOffset(of: hash) {
        Self.place(ofKey: $0, below: root, capacity: capacity) == nil
      }
      if let stale {
        staleEntries -= 1
        return index.rekey(hash: hash, from: leaf.entries[stale].key, to: key)
      }
    }
    index.insert(hash: hash, key: key)
  }
}
