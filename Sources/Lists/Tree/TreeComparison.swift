/// Compares two copies of a list.
///
/// First both are walked in the order of their keys, side by side. Where both stand before the same
/// node, they skip it: it holds the same elements with the same keys. A key that both have leads to
/// the same element nearly always; what is left over on either side is matched by id.
@usableFromInline
struct TreeComparison<Element: Identifiable & Sendable> {
  /// An element without a counterpart of the same key.
  @frozen
  @usableFromInline
  struct Rest {
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

  /// Whether no keys were dealt anew in between, so that elements with the same key and place are
  /// the same.
  @usableFromInline let hasSameKeys: Bool
  /// No edit in the old copy is later.
  ///
  /// What was inserted or moved later has certainly no counterpart of the same place there.
  @usableFromInline let oldVersion: UInt64
  /// As `oldVersion`, for the new copy.
  @usableFromInline let newVersion: UInt64
  @usableFromInline let limit: Int
  /// What may still be spent, counted as ``StepBudget`` does.
  @usableFromInline var budget: Int
  @usableFromInline var oldRest: [Rest] = []
  @usableFromInline var newRest: [Rest] = []
  @usableFromInline var updates: [ListUpdate] = []
  /// How many of the rests of either copy are later than the other one.
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
  /// Finds the updates and the rests; false if there is clearly too much of them.
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
      // A turn that only notes a row without a counterpart costs what that row counts.
      if oldKey == newKey || (oldKey < newKey ? oldHeight : newHeight) > 0 {
        budget -= StepBudget.node
      }
      if oldKey == newKey, oldHeight == 0, newHeight == 0 {
        compare(&old, in: LeafNode(oldNode), &new, in: LeafNode(newNode))
      } else if oldKey == newKey {
        if oldHeight >= newHeight { old.descend() }
        if newHeight >= oldHeight { new.descend() }
      } else if oldKey < newKey {
        if oldHeight > 0 { old.descend() } else { keepOld(&old) }
      } else {
        if newHeight > 0 { new.descend() } else { keepNew(&new) }
      }
      if isTooMuch { return false }
    }
    while let node = old.node, !isTooMuch {
      if node.isLeaf { keepOld(&old) } else { old.descend() }
    }
    while let node = new.node, !isTooMuch {
      if node.isLeaf { keepNew(&new) } else { new.descend() }
    }
    return !isTooMuch
  }

  /// Whether the budget is spent, or more than the limit came, went or moved for certain.
  @inlinable var isTooMuch: Bool {
    @inline(__always) get {
      budget < 0 || max(laterOld, laterNew) > limit
        || hasSameKeys && max(oldRest.count, newRest.count) > limit
    }
  }

  /// Compares two leaves from slots with the same key on, as far as their keys agree.
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
      // Another element has the key now, or the same one has left and come back to it.
      keepOld(&old)
      keepNew(&new)
    }
  }

  @inlinable
  @inline(__always)
  mutating func keepOld(_ walk: inout TreeWalk<Element>) {
    budget -= StepBudget.change
    if Self.keep(&walk, in: &oldRest) > newVersion { laterOld += 1 }
  }

  @inlinable
  @inline(__always)
  mutating func keepNew(_ walk: inout TreeWalk<Element>) {
    budget -= StepBudget.change
    if Self.keep(&walk, in: &newRest) > oldVersion { laterNew += 1 }
  }

  /// Notes the element that comes next as one without a counterpart.
  ///
  /// - Returns: its place.
  @inlinable
  @inline(__always)
  static func keep(_ walk: inout TreeWalk<Element>, in rest: inout [Rest]) -> UInt64 {
    guard let node = walk.node else { return 0 }
    let leaf = LeafNode<Element>(node)
    let place = leaf.places[walk.slot]
    rest.append(
      Rest(
        element: UnsafePointer(leaf.elements + walk.slot), position: walk.position,
        place: place, revision: leaf.revisions[walk.slot]))
    walk.advance(by: 1)
    return place
  }
}
