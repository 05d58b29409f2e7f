/// The comparison of two copies of a list.
///
/// Both trees are walked in parallel, in the order of their keys. Where both reach the same node,
/// they skip it, because it has the same elements with the same keys. Elements with the same key in
/// both copies are nearly always the same element; the elements that remain unmatched on either
/// side are matched by id.
@usableFromInline
struct TreeComparison<Element: Identifiable & Sendable> {
  @frozen
  @usableFromInline
  struct UnmatchedRow {
    @usableFromInline let element: UnsafePointer<Element>
    @usableFromInline let position: Int
    @usableFromInline let place: UInt64
    @usableFromInline let revision: UInt64

    @inlinable
    init(element: UnsafePointer<Element>, position: Int, place: UInt64, revision: UInt64) {
      self.element = element
      self.position = position
      self.place = place
      self.revision = revision
    }
  }

  /// Elements with the same key and place are then the same: none was relabelled in between.
  @usableFromInline let hasSameKeys: Bool
  /// The version of the old copy's latest edit, or a later one; elements that were inserted or
  /// moved later have no counterpart with the same place in that copy.
  @usableFromInline let oldVersion: UInt64
  @usableFromInline let newVersion: UInt64
  @usableFromInline let limit: Int
  @usableFromInline var budget: Int
  @usableFromInline var unmatchedOld: [UnmatchedRow] = []
  @usableFromInline var unmatchedNew: [UnmatchedRow] = []
  @usableFromInline var updates: [ListUpdate<Int>] = []
  /// The number of unmatched elements of each copy that are later than the other copy.
  @usableFromInline var laterOld = 0
  @usableFromInline var laterNew = 0

  @inlinable
  init(hasSameKeys: Bool, oldVersion: UInt64, newVersion: UInt64, limit: Int, budget: Int) {
    self.hasSameKeys = hasSameKeys
    self.oldVersion = oldVersion
    self.newVersion = newVersion
    self.limit = limit
    self.budget = budget
  }
}

// MARK: - Walking

extension TreeComparison {
  /// Finds the updates and the unmatched elements; returns false if there are too many.
  @inlinable
  mutating func walk(
    from oldRoot: TreeNode?, count oldCount: Int, to newRoot: TreeNode?, count newCount: Int
  ) -> Bool {
    if oldRoot == newRoot { return true }
    var old = TreeWalk<Element>(root: oldRoot, count: oldCount)
    var new = TreeWalk<Element>(root: newRoot, count: newCount)
    while let oldNode = old.node, let newNode = new.node {
      if oldNode == newNode, old.slot == 0, new.slot == 0 {
        old.skip()
        new.skip()
        continue
      }
      let (oldKey, newKey) = (old.key(in: oldNode), new.key(in: newNode))
      let (oldHeight, newHeight) = (oldNode.height, newNode.height)
      // A step that only records an unmatched row costs only what is counted for that row.
      if oldKey == newKey || (oldKey < newKey ? oldHeight : newHeight) > 0 {
        budget -= StepBudget.node
      }
      if oldKey == newKey, oldHeight == 0, newHeight == 0 {
        compare(&old, in: LeafNode(oldNode), &new, in: LeafNode(newNode))
      } else if oldKey == newKey {
        if oldHeight >= newHeight { old.descend() }
        if newHeight >= oldHeight { new.descend() }
      } else if oldKey < newKey {
        if oldHeight > 0 { old.descend() } else { recordUnmatchedOld(&old) }
      } else {
        if newHeight > 0 { new.descend() } else { recordUnmatchedNew(&new) }
      }
      if isTooMuch { return false }
    }
    while let node = old.node, !isTooMuch {
      if node.isLeaf { recordUnmatchedOld(&old) } else { old.descend() }
    }
    while let node = new.node, !isTooMuch {
      if node.isLeaf { recordUnmatchedNew(&new) } else { new.descend() }
    }
    return !isTooMuch
  }

  /// Whether the budget or the limit is certainly exceeded.
  @inlinable var isTooMuch: Bool {
    @inline(__always) get {
      budget < 0 || max(laterOld, laterNew) > limit
        || hasSameKeys && max(unmatchedOld.count, unmatchedNew.count) > limit
    }
  }

  /// Compares two leaves, beginning at slots with the same key, as far as their keys are equal.
  @inlinable
  mutating func compare(
    _ old: inout TreeWalk<Element>, in oldLeaf: LeafNode<Element>,
    _ new: inout TreeWalk<Element>, in newLeaf: LeafNode<Element>
  ) {
    let most = min(oldLeaf.count - old.slot, newLeaf.count - new.slot)
    let (oldKeys, newKeys) = (oldLeaf.keys + old.slot, newLeaf.keys + new.slot)
    let (oldPlaces, newPlaces) = (oldLeaf.places + old.slot, newLeaf.places + new.slot)
    let (oldRevisions, newRevisions) = (oldLeaf.revisions + old.slot, newLeaf.revisions + new.slot)
    let (oldElements, newElements) = (oldLeaf.elements + old.slot, newLeaf.elements + new.slot)
    var slots = 0
    while slots < most {
      guard oldKeys[slots] == newKeys[slots], oldPlaces[slots] == newPlaces[slots],
        hasSameKeys || oldElements[slots].id == newElements[slots].id
      else { break }
      if oldRevisions[slots] != newRevisions[slots] {
        updates.append(ListUpdate(old: old.position + slots, new: new.position + slots))
        budget -= StepBudget.update
      }
      slots += 1
    }
    if slots > 0 {
      budget -= slots
      old.advance(by: slots)
      new.advance(by: slots)
    } else {
      // Another element has the key now, or the same one was removed and inserted again with this
      // key.
      recordUnmatchedOld(&old)
      recordUnmatchedNew(&new)
    }
  }

  @inlinable
  @inline(__always)
  mutating func recordUnmatchedOld(_ walk: inout TreeWalk<Element>) {
    budget -= StepBudget.change
    if Self.recordUnmatched(&walk, in: &unmatchedOld) > newVersion { laterOld += 1 }
  }

  @inlinable
  @inline(__always)
  mutating func recordUnmatchedNew(_ walk: inout TreeWalk<Element>) {
    budget -= StepBudget.change
    if Self.recordUnmatched(&walk, in: &unmatchedNew) > oldVersion { laterNew += 1 }
  }

  @inlinable
  @inline(__always)
  static func recordUnmatched(_ walk: inout TreeWalk<Element>, in rows: inout [UnmatchedRow])
    -> UInt64
  {
    guard let node = walk.node else { return 0 }
    let leaf = LeafNode<Element>(node)
    let place = leaf.places[walk.slot]
    rows.append(
      UnmatchedRow(
        element: UnsafePointer(leaf.elements + walk.slot), position: walk.position,
        place: place, revision: leaf.revisions[walk.slot]))
    walk.advance(by: 1)
    return place
  }
}
