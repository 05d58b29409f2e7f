public import StageFloor

extension ReplacementPlan {
  /// The rows of both lists that are not matched side by side, by their numbers, ascending.
  @usableFromInline
  struct Rests {
    @usableFromInline var old: [Int] = []
    @usableFromInline var new: [Int] = []

    @inlinable
    init() {}
  }

  @inlinable
  mutating func matchHead(
    _ old: ListVersion<Element>, _ new: UnsafeBufferPointer<Element>,
    _ isSame: (Element, Element) -> Bool
  ) {
    var cursor = old.tree.cursor()
    while head < new.count, let chunk = cursor.nextChunk() {
      for slot in 0..<min(chunk.count, new.count - head) {
        guard chunk[slot].id == new[head].id else { return }
        if !isSame(chunk[slot], new[head]) { changedInHead.append(head) }
        head += 1
      }
    }
  }

  @inlinable
  mutating func matchTail(
    _ old: ListVersion<Element>, _ new: UnsafeBufferPointer<Element>,
    _ isSame: (Element, Element) -> Bool
  ) {
    defer { changedInTail.reverse() }
    var (oldEnd, newEnd) = (old.tree.count, new.count)
    while oldEnd > head, newEnd > head {
      let place = old.tree.place(at: oldEnd - 1)
      var slot = place.slot
      while slot >= 0, oldEnd > head, newEnd > head {
        let element = place.leaf.elements + slot
        guard element.pointee.id == new[newEnd - 1].id else { return }
        if !isSame(element.pointee, new[newEnd - 1]) { changedInTail.append(newEnd - 1) }
        (slot, oldEnd, newEnd, tail) = (slot - 1, oldEnd - 1, newEnd - 1, tail + 1)
      }
    }
  }

  @inlinable
  mutating func collectOldRows(of old: ListVersion<Element>) {
    let end = old.tree.count - tail
    olds = []
    guard head < end else { return }
    olds.reserveCapacity(end - head)
    var walk = TreeWalk<Element>(root: old.tree.root, count: old.tree.count)
    while let node = walk.node, walk.position < end {
      if walk.position + walk.countOfNode <= head {
        walk.skip()
      } else if !node.isLeaf {
        walk.descend()
      } else {
        let leaf = LeafNode<Element>(node, capacity: old.tree.shape.leaf)
        for slot in max(head - walk.position, 0)..<min(leaf.count, end - walk.position) {
          olds.append(OldRow(leaf: leaf, slot: slot))
        }
        walk.skip()
      }
    }
  }

  /// Returns 0 unless a search row by row would miss them, as when a feed drops its first rows.
  @inlinable
  @inline(never)
  func rowsGone(
    before new: UnsafeBufferPointer<Element>, in old: ListVersion<Element>
  ) -> Int {
    guard olds.count > 8, new.count > 8 else { return 0 }
    let first = (old: olds[0].element.pointee.id, new: new[0].id)
    for row in 1...8 {
      let ids = (old: olds[row].element.pointee.id, new: new[row].id)
      if ids.old == first.new || ids.new == first.old || ids.old == ids.new { return 0 }
    }
    guard let position = old.tree.position(of: first.new),
      case let gone = position - head, (0..<olds.count).contains(gone)
    else { return 0 }
    for row in 1...8 where gone + row < olds.count {
      guard olds[gone + row].element.pointee.id == new[row].id else { return 0 }
    }
    return gone
  }

  /// Matches rows that both lists have in the same order, as far as this takes little time.
  ///
  /// Where the lists differ, a few rows have come, gone, or been replaced. So the next match is
  /// searched for a few rows ahead; and further, if enough rows have been matched before, so that
  /// the comparisons remain about as many as the rows. What is not found is left to the rests: the
  /// result does not depend on it, because the movers are chosen after that.
  ///
  /// The first `gone` old rows are left to the rests: see ``rowsGone(before:in:)``.
  @inlinable
  mutating func matchSideBySide(
    _ new: UnsafeBufferPointer<Element>, after gone: Int, _ isSame: (Element, Element) -> Bool
  ) -> Rests {
    var rests = Rests()
    let (oldCount, newCount) = (olds.count, new.count)
    rests.old.reserveCapacity(min(oldCount, 128))
    rests.new.reserveCapacity(min(newCount, 128))
    for row in 0..<gone { rests.old.append(row) }
    var (one, other) = (gone, 0)
    var credit = 0
    // Halved after each search without a match: a shuffled list is not worth searching.
    var reach = 8
    while one < oldCount, other < newCount {
      let old = olds[one].element
      if old.pointee.id == new[other].id {
        sources[other] = one
        isChanged[other] = !isSame(old.pointee, new[other])
        (one, other, credit, reach) = (one + 1, other + 1, credit + 1, 8)
        continue
      }
      // The numbers of rows that are skipped on either side.
      var (gone, come) = (1, 1)
      let most = min(reach + credit, max(oldCount - one, newCount - other) - 1)
      var distance = 1
      while distance <= most {
        let (isOldLeft, isNewLeft) = (one + distance < oldCount, other + distance < newCount)
        if isOldLeft, olds[one + distance].element.pointee.id == new[other].id {
          (gone, come) = (distance, 0)
          break
        }
        if isNewLeft, old.pointee.id == new[other + distance].id {
          (gone, come) = (0, distance)
          break
        }
        if distance <= 8, isOldLeft, isNewLeft,
          olds[one + distance].element.pointee.id == new[other + distance].id
        {
          (gone, come) = (distance, distance)
          break
        }
        distance += 1
      }
      if distance > most { reach = max(reach / 2, 1) }
      credit = max(0, credit - distance)
      for row in one..<one + gone { rests.old.append(row) }
      for row in other..<other + come { rests.new.append(row) }
      (one, other) = (one + gone, other + come)
    }
    for row in one..<oldCount { rests.old.append(row) }
    for row in other..<newCount { rests.new.append(row) }
    return rests
  }

  /// Matches the rests by id; returns false if an id is doubled.
  ///
  /// Only rows of the rest can be doubled: the others are matched with different old rows. A row of
  /// the rest is doubled if another one has its id, or if it is an old row that is matched already.
  /// Rows are paired by their hashes, and then the ids of the pairs are compared. If that fails,
  /// because different ids have the same hash or because an id is doubled, the rows are matched
  /// again by ids, with the same result.
  @inlinable
  mutating func matchRests(
    _ rests: Rests, of old: ListVersion<Element>, _ new: UnsafeBufferPointer<Element>,
    _ isSame: (Element, Element) -> Bool
  ) -> Bool {
    hashes = []
    guard !rests.new.isEmpty else { return true }
    let newHashes = rests.new.map { row in
      let id = new[row].id
      requireItself(id)
      return ListTree<Element>.hash(of: id)
    }
    hashes = Array(repeating: 0, count: new.count)
    for (number, row) in rests.new.enumerated() { hashes[row] = newHashes[number] }
    if areNew(newHashes, in: old) { return true }

    let oldHashes = rests.old.map { ListTree<Element>.hash(of: olds[$0].element.pointee.id) }
    // Rows that may be matched already.
    var suspects: [Int] = []
    let hasOthers = old.tree.count > rests.old.count
    let partners = HashPairing.partners(of: newHashes, among: oldHashes) { number in
      if hasOthers, old.tree.index.firstKey(for: newHashes[number], where: { _ in true }) != nil {
        suspects.append(number)
      }
    }
    guard let partners, pair(rests, partners, new, isSame) else {
      return matchByIDs(rests, oldHashes, newHashes, of: old, new, isSame)
    }
    for number in suspects where old.tree.contains(new[rests.new[number]].id) { return false }
    return true
  }

  /// Whether all hashes differ from each other and from those of the old list, whose rows are not
  /// hashed; false at once if one of the first eight is known.
  @inlinable
  func areNew(_ hashes: [UInt64], in old: ListVersion<Element>) -> Bool {
    func isOld(_ hash: UInt64) -> Bool {
      old.tree.index.firstKey(for: hash, where: { _ in true }) != nil
    }
    if hashes.prefix(8).contains(where: isOld) { return false }
    var isAnyOld = false
    let partners = HashPairing.partners(of: hashes, among: []) { number in
      isAnyOld = isAnyOld || isOld(hashes[number])
    }
    return partners != nil && !isAnyOld
  }

  @inlinable
  mutating func pair(
    _ rests: Rests, _ partners: [Int], _ new: UnsafeBufferPointer<Element>,
    _ isSame: (Element, Element) -> Bool
  ) -> Bool {
    for (number, row) in rests.new.enumerated() where partners[number] >= 0 {
      let source = rests.old[partners[number]]
      let element = olds[source].element
      guard element.pointee.id == new[row].id else { return false }
      match(row, with: source, new, isSame)
    }
    return true
  }

  @inlinable
  @inline(__always)
  mutating func match(
    _ row: Int, with source: Int, _ new: UnsafeBufferPointer<Element>,
    _ isSame: (Element, Element) -> Bool
  ) {
    sources[row] = source
    isChanged[row] = !isSame(olds[source].element.pointee, new[row])
  }

  /// Like ``matchRests(_:of:_:_:)``, for hashes that do not distinguish the ids.
  @inlinable
  mutating func matchByIDs(
    _ rests: Rests, _ oldHashes: [UInt64], _ newHashes: [UInt64], of old: ListVersion<Element>,
    _ new: UnsafeBufferPointer<Element>, _ isSame: (Element, Element) -> Bool
  ) -> Bool {
    for row in rests.new { (sources[row], isChanged[row]) = (-1, false) }
    let (olds, oldRest, oldCount) = (olds, rests.old, rests.old.count)
    var isMatched = Array(repeating: false, count: oldCount)
    var table = ProbeTable(expecting: oldCount + rests.new.count)
    for (number, hash) in oldHashes.enumerated() {
      table.insert(number, hash: ProbeTable.shortened(hash))
    }
    // The numbers after those of the old rows stand for the new ones.
    for (number, row) in rests.new.enumerated() {
      let id = new[row].id
      let hash = ProbeTable.shortened(newHashes[number])
      let match = table.find(hash) { number in
        number < oldCount
          ? olds[oldRest[number]].element.pointee.id == id
          : new[rests.new[number - oldCount]].id == id
      }
      if let match {
        guard match < oldCount, !isMatched[match] else { return false }
        isMatched[match] = true
        self.match(row, with: oldRest[match], new, isSame)
      } else {
        if old.tree.count > oldCount, old.tree.contains(id) { return false }
        table.insert(oldCount + number, hash: hash)
      }
    }
    return true
  }
}
