extension ListTree {
  /// `shouldBeRemoved` is called once for each element, in order; O(*n*).
  @inlinable
  borrowing func removing<Failure: Error>(
    _ shouldBeRemoved: (Element) throws(Failure) -> Bool, version: UInt64,
    into removed: inout [Element]
  ) throws(Failure) -> ListTree {
    var rebuilder = TreeRebuilder(self, version: version)
    do {
      try rebuilder.drop(where: shouldBeRemoved, into: &removed)
    } catch {
      // This frees the nodes created so far.
      rebuilder.keepRest()
      _ = rebuilder.finish(self)
      throw error
    }
    if removed.isEmpty { return ListTree(shape: shape) }
    rebuilder.keepRest()
    return rebuilder.finish(self)
  }
}

extension TreeRebuilder {
  @inlinable
  mutating func keepRest() { keep(walk.count - walk.position) }

  /// Afterwards the rows after the last removed one are still to be kept.
  @inlinable
  mutating func drop<Failure: Error>(
    where shouldBeDropped: (Element) throws(Failure) -> Bool, into removed: inout [Element]
  ) throws(Failure) {
    var cursor = TreeCursor<Element>(root: walk.node, shape: shape, positions: 0..<walk.count)
    // The position of the next leaf.
    var position = 0
    while let chunk = cursor.nextChunk() {
      // A leaf has at most 64 rows. Setting a bit needs no branch, which would be hard to predict.
      var mask: UInt64 = 0
      for slot in 0..<chunk.count {
        mask |= (try shouldBeDropped(chunk[slot]) ? 1 : 0) &<< UInt64(slot)
      }
      if mask != 0 {
        // The next leaf probably has such rows too, and then all of it is copied.
        if let parent = cursor.parent {
          LeafNode<Element>.prefetch(cursor.child + 1, of: parent, capacity: shape.leaf)
        }
        if removed.capacity < removed.count + chunk.count {
          // As many as there will be if this goes on.
          let share = Double(removed.count + chunk.count) / Double(position + chunk.count)
          removed.reserveCapacity(max(2 * removed.count, Int(Double(walk.count) * share)))
        }
        if position > walk.position { keep(position - walk.position) }
        drop(slotsIn: mask, into: &removed)
      }
      position += chunk.count
    }
  }

  /// Leaves out the rows of the next leaf whose bits are set, beginning with the lowest bit.
  @inlinable
  mutating func drop(slotsIn mask: UInt64, into removed: inout [Element]) {
    let leaf = descend()
    let rows = leaf.count
    var rest = mask
    while rest != 0 {
      removed.append(leaf.elements[rest.trailingZeroBitCount])
      rest &= rest &- 1
    }
    dropped += mask.nonzeroBitCount
    rest = ~mask & (~0 &>> UInt64(64 - rows))
    if rest != 0 { settle() }
    while rest != 0 {
      let target = openLeaf()
      let first = target.count
      var slot = first
      while rest != 0, slot < fill {
        let source = rest.trailingZeroBitCount
        (target.elements + slot).initialize(to: leaf.elements[source])
        target.keys[slot] = leaf.keys[source]
        target.places[slot] = leaf.places[source]
        target.revisions[slot] = leaf.revisions[source]
        slot += 1
        rest &= rest &- 1
      }
      count += slot - first
      target.count = slot
    }
    walk.advance(by: rows)
  }
}
