@usableFromInline
struct CrowdedStretch {
  @usableFromInline let positions: Range<Int>
  /// The position before which room is needed, possibly after the last element.
  let gap: Int
  let keys: ClosedRange<UInt64>

  var count: Int { positions.count }
}

// Relabelling: new order keys for a crowded stretch of the list.
extension ListTree {
  @usableFromInline
  mutating func relabel(around position: Int) {
    if count > 0 { relabel(stretch(around: position)) }
  }

  /// Returns the stretch to relabel for one more element at `position`; the list must not be empty.
  ///
  /// Among the stretches that double in size around the crowded place, this is the smallest that is
  /// sparse enough; the wider it is, the sparser it must be. So an insertion costs O(log *n*) new
  /// keys, amortized over all insertions.
  @usableFromInline
  borrowing func stretch(around position: Int) -> CrowdedStretch {
    let anchor = place(at: max(position - 1, 0))
    let key = anchor.leaf.keys[anchor.slot]
    var bits = 8
    var most = 25.0
    while true {
      // All keys whose upper bits are those of the anchor.
      let size: UInt64 = bits < 64 ? 1 << UInt64(bits) : 0
      let low = bits < 64 ? key & ~(size &- 1) : 0
      let high = low &+ (size &- 1)
      let positions = rank(of: low)..<(high == .max ? count : rank(of: high + 1))
      if Double(positions.count) < most || bits == 64 {
        return CrowdedStretch(positions: positions, gap: position, keys: low...high)
      }
      bits += 1
      most *= 1.5
    }
  }

  /// Assigns new order keys to a stretch, with half of the room at its gap.
  ///
  /// The elements keep their stamps, because they have not changed. For long stretches, a list with
  /// readers does this on a copy that they do not see yet. O(*k* log *n*) for a stretch of *k*
  /// elements.
  @usableFromInline
  mutating func relabel(_ stretch: CrowdedStretch) {
    guard let top = ownRoot() else { return }
    let all = stretch.keys.upperBound - stretch.keys.lowerBound
    let room = all / 2 / UInt64(stretch.count + 1)
    precondition(room >= 2, "there are more elements than order keys for them")
    var generator = KeyGenerator(next: stretch.keys.lowerBound + room, room: room, extra: all / 2)
    assignKeys(&generator, to: stretch.positions, gap: stretch.gap, below: top)
    relabellings += 1
  }

  @inlinable
  borrowing func hasRoom(at position: Int) -> Bool {
    guard position > 0 else {
      guard count > 0 else { return true }
      let first = place(at: 0)
      return first.leaf.keys[first.slot] > 0
    }
    let before = place(at: position - 1)
    let low = before.leaf.keys[before.slot]
    guard position < count else { return low < .max }
    if before.slot + 1 < before.leaf.count {
      return before.leaf.keys[before.slot + 1] - low >= 2
    }
    let after = place(at: position)
    return after.leaf.keys[after.slot] - low >= 2
  }

  private borrowing func rank(of key: UInt64) -> Int {
    guard var node = root else { return 0 }
    var rank = 0
    while !node.isLeaf {
      let inner = InnerNode(node)
      let child = inner.child(holdingKey: key)
      for earlier in 0..<child { rank += Int(inner.counts[earlier]) }
      node = inner.children[child]
    }
    let leaf = LeafNode<Element>(node)
    for slot in 0..<leaf.count where leaf.keys[slot] < key { rank += 1 }
    return rank
  }

  /// Assigns new keys to positions below `node`, which must be unique to this tree.
  private mutating func assignKeys(
    _ generator: inout KeyGenerator, to positions: Range<Int>, gap: Int, below node: TreeNode
  ) {
    guard !node.isLeaf else {
      let leaf = LeafNode<Element>(node)
      for slot in positions {
        let key = generator.next(afterGap: slot == gap)
        let id = leaf.elements[slot].id
        index.rekey(hash: Self.hash(of: id), from: leaf.keys[slot], to: key) {
          ListMisuse.identityHasChanged(id)
        }
        leaf.keys[slot] = key
      }
      return
    }
    let inner = InnerNode(node)
    var start = 0
    for child in 0..<inner.count {
      let all = start..<start + Int(inner.counts[child])
      let some = positions.clamped(to: all)
      start = all.upperBound
      if some.isEmpty { continue }
      let own = own(child, of: inner)
      assignKeys(
        &generator, to: some.lowerBound - all.lowerBound..<some.upperBound - all.lowerBound,
        gap: gap - all.lowerBound, below: own)
      inner.firsts[child] = own.isLeaf ? LeafNode<Element>(own).keys[0] : InnerNode(own).firsts[0]
    }
  }
}

private struct KeyGenerator {
  var next: UInt64
  let room: UInt64
  let extra: UInt64

  mutating func next(afterGap isAfterGap: Bool) -> UInt64 {
    if isAfterGap { next += extra }
    defer { next += room }
    return next
  }
}
