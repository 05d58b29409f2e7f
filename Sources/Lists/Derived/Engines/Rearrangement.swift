public import StageFloor

/// How rows in a tree come to be in another order.
@usableFromInline
struct Rearrangement<Element: Identifiable & Sendable> where Element.ID: Sendable {
  @usableFromInline typealias Rows = UnsafeMutablePointer<DerivedRows<Element>>

  /// The key and the stamps of a row in the tree.
  @usableFromInline
  struct OldRow {
    @usableFromInline let element: UnsafePointer<Element>
    @usableFromInline let key: UInt64
    @usableFromInline let place: UInt64
    @usableFromInline let revision: UInt64
    @usableFromInline var isUpdated = false
    /// Whether the row is among the new ones.
    @usableFromInline var remains = false

    @inlinable
    init(_ leaf: LeafNode<Element>, _ slot: Int) {
      element = UnsafePointer(leaf.elements + slot)
      key = leaf.keys[slot]
      place = leaf.places[slot]
      revision = leaf.revisions[slot]
    }
  }

  @usableFromInline var olds: [OldRow] = []
  /// The old position of each row; -1 for a new row.
  @usableFromInline var sources: [Int] = []
  /// Whether each row stays in its place among the others that do.
  @usableFromInline var stays: [Bool]
  @usableFromInline var hashes: [UInt64] = []
  /// The number of removed, inserted and moved rows.
  @usableFromInline let changes: Int

  /// Compares rows with those of a tree, which must not be edited before this is used.
  ///
  /// - Parameters:
  ///   - rows: The rows in their new order.
  ///   - tree: The tree.
  ///   - updated: The ids of rows with new content.
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

  /// Edits the tree row by row.
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

  /// Builds the tree again; the rows that stay keep their keys if there is room for the others.
  @inlinable
  func rebuild(_ rows: Rows, _ elements: [Element]) {
    let version = rows.pointee.version + 1
    let relabellings = rows.pointee.tree.relabellings
    let kept = keys()
    var packer = RowPacker<Element>(expecting: elements.count)
    var entries: [HashEntry] = []
    entries.reserveCapacity(elements.count)
    for (target, element) in elements.enumerated() {
      let key = kept?[target] ?? OrderKeys.middle + UInt64(target) * OrderKeys.step
      var (place, revision) = (version, version)
      if sources[target] >= 0 {
        let old = olds[sources[target]]
        if stays[target] { place = old.place }
        if !old.isUpdated { revision = old.revision }
      }
      packer.append(element, key: key, place: place, revision: revision)
      entries.append(HashEntry(hash: hashes[target], key: key))
    }
    rows.pointee.replaceTree(
      by: packer.finish(
        index: HashIndex(entries: entries),
        relabellings: kept == nil ? relabellings + 1 : relabellings))
    if Element.self is AnyObject.Type { rows.pointee.requireDistinctRows() }
  }

  /// Returns keys for all rows; nil if there is no room for some between those of rows that stay.
  @inlinable
  func keys() -> [UInt64]? {
    var keys: [UInt64] = []
    keys.reserveCapacity(stays.count)
    var low: UInt64?
    for target in stays.indices where stays[target] {
      let high = olds[sources[target]].key
      guard Self.deal(target - keys.count, between: low, and: high, to: &keys) else { return nil }
      keys.append(high)
      low = high
    }
    guard Self.deal(stays.count - keys.count, between: low, and: nil, to: &keys) else { return nil }
    return keys
  }

  /// Appends evenly distributed keys; returns false if there is no room for them.
  @inlinable
  static func deal(
    _ count: Int, between low: UInt64?, and high: UInt64?, to keys: inout [UInt64]
  ) -> Bool {
    guard count > 0 else { return true }
    let (number, step) = (UInt64(count), OrderKeys.step)
    var next: UInt64
    var room = step
    switch (low, high) {
    case (nil, nil): next = OrderKeys.middle
    case (let low?, nil):
      guard (UInt64.max - low) / step > number else { return false }
      next = low + step
    case (nil, let high?):
      guard high / step > number else { return false }
      next = high - number * step
    case (let low?, let high?):
      room = (high - low) / (number + 1)
      guard room > 0 else { return false }
      next = low + room
    }
    for _ in 0..<count {
      keys.append(next)
      next &+= room
    }
    return true
  }
}

/// The positions of rows by the hashes of their ids.
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
    table.find(ProbeTable.shortened(hash)) { rows[$0].element.pointee.id == id }
  }
}
