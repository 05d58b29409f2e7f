public import StageFloor

@usableFromInline
struct Rearrangement<Element: Identifiable & Sendable> where Element.ID: Sendable {
  @usableFromInline typealias Rows = UnsafeMutablePointer<DerivedRows<Element>>

  @usableFromInline
  struct OldRow {
    @usableFromInline let leaf: LeafNode<Element>
    @usableFromInline let slot: Int
    @usableFromInline var isUpdated = false
    @usableFromInline var remains = false

    @inlinable
    init(_ leaf: LeafNode<Element>, _ slot: Int) {
      self.leaf = leaf
      self.slot = slot
    }
  }

  @usableFromInline var olds: [OldRow] = []
  /// The old position of each row; -1 for a new row.
  @usableFromInline var sources: [Int] = []
  @usableFromInline var stays: [Bool]
  @usableFromInline var hashes: [UInt64] = []
  /// The number of removed, inserted and moved rows.
  @usableFromInline let changes: Int

  /// The tree must not be edited before this is used; rows in `updated` have new content.
  @inlinable
  init(
    of rows: [Element], from tree: borrowing ListTree<Element>, updated: [Element.ID]
  ) {
    olds.reserveCapacity(tree.count)
    var table = RowTable(expecting: tree.count)
    var cursor = SlotCursor<Element>(root: tree.root, count: tree.count)
    for position in 0..<tree.count {
      let (leaf, slot) = cursor.find(position)
      olds.append(OldRow(leaf, slot))
      table.insert(position, hash: ListTree<Element>.hash(of: leaf.elements[slot].id))
    }
    for id in updated {
      if let old = table.find(id, hash: ListTree<Element>.hash(of: id), among: olds) {
        olds[old].isUpdated = true
      }
    }
    hashes.reserveCapacity(rows.count)
    sources.reserveCapacity(rows.count)
    var (found, targets): ([Int], [Int]) = ([], [])
    for (target, row) in rows.enumerated() {
      let id = row.id
      let hash = ListTree<Element>.hash(of: id)
      hashes.append(hash)
      let old = table.find(id, hash: hash, among: olds)
      sources.append(old ?? -1)
      guard let old else { continue }
      olds[old].remains = true
      found.append(old)
      targets.append(target)
    }
    stays = [Bool](repeating: false, count: rows.count)
    let staying = IncreasingSubsequence.longest(in: found)
    for number in staying { stays[targets[number]] = true }
    changes = (tree.count - found.count) + (rows.count - staying.count)
  }

  // MARK: - Performing

  @inlinable
  func edit(_ rows: Rows, _ elements: [Element]) {
    for position in olds.indices.reversed() where !olds[position].remains {
      rows.pointee.remove(at: position)
    }
    // Rows that move wait at the end, in the order in which they are placed.
    var waiting = 0
    for target in elements.indices where sources[target] >= 0 && !stays[target] {
      guard let row = rows.pointee.tree.position(of: elements[target].id) else { continue }
      rows.pointee.move(from: row, to: rows.pointee.count - 1)
      waiting += 1
    }
    for target in elements.indices {
      guard sources[target] >= 0 else {
        rows.pointee.insert(elements[target], at: target)
        continue
      }
      if !stays[target] {
        rows.pointee.move(from: rows.pointee.count - waiting, to: target)
        waiting -= 1
      }
      if olds[sources[target]].isUpdated {
        rows.pointee.replace(at: target, with: elements[target])
      }
    }
  }

  @inlinable
  func rebuild(_ rows: Rows, _ elements: [Element]) {
    var rebuilder = TreeRebuilder(rows.pointee.tree, version: rows.pointee.version + 1)
    var next = 0
    for (target, element) in elements.enumerated() {
      guard sources[target] >= 0 else {
        rebuilder.insert(element, hash: hashes[target])
        continue
      }
      let old = olds[sources[target]]
      if stays[target] {
        rebuilder.drop(sources[target] - next)
        next = sources[target] + 1
        if old.isUpdated { rebuilder.update(with: element) } else { rebuilder.keep(1) }
      } else if old.isUpdated {
        rebuilder.insert(element, hash: hashes[target])
      } else {
        rebuilder.move(
          TreePlace(leaf: old.leaf, slot: old.slot, position: sources[target]),
          hash: hashes[target])
      }
    }
    rebuilder.drop(olds.count - next)
    rows.pointee.replaceTree(by: rebuilder.finish(rows.pointee.tree))
    if Element.self is AnyObject.Type { rows.pointee.requireDistinctRows() }
  }
}

@usableFromInline
struct RowTable {
  @usableFromInline var table: ProbeTable

  @inlinable
  init(expecting count: Int) {
    table = ProbeTable(expecting: count)
  }

  @inlinable
  mutating func insert(_ position: Int, hash: UInt64) {
    table.insert(position, hash: ProbeTable.shortened(hash))
  }

  @inlinable
  func find<Element>(
    _ id: Element.ID, hash: UInt64, among rows: [Rearrangement<Element>.OldRow]
  ) -> Int? {
    table.find(ProbeTable.shortened(hash)) { rows[$0].leaf.elements[rows[$0].slot].id == id }
  }
}
