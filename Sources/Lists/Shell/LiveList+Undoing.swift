// Beside `LiveList+CheckedEdits`: edits that lead to the rows of other versions.
//
// Rows keep the revisions that they have in those versions. A revision stands for one content of a
// row, whichever version has it, so rows that are restored are not updates, and a transition can be
// undone and redone any number of times. This holds because the versions are published ones: none
// has a row with the revision of an edit in an unfinished transaction. Places are never restored
// one by one: each stands for one insertion or move.

extension LiveList {
  @inlinable
  func checkedRevert(to snapshot: ListSnapshot<Element>, _ origin: ListOrigin?) {
    if snapshot.storage.lineage != lineage { ListMisuse.otherList() }
    if snapshot.storage.tree.root == writerTree.pointee.root { return }
    var tree = snapshot.storage.tree.copy()
    // The number stands for the order keys of all rows. That of an earlier version may be reached
    // once more, with other keys.
    let relabellings = writerTree.pointee.relabellings
    if tree.relabellings != relabellings { tree.relabellings = relabellings + 1 }
    install(tree, origin)
  }

  /// Returns the identities of the rows that could not be inserted, removed, moved or changed as
  /// recorded.
  @inlinable
  func checkedApply(_ transition: Transition, _ origin: ListOrigin?) -> [Element.ID] {
    let (old, new) = (transition.old.storage, transition.new.storage)
    if old.lineage != lineage || new.lineage != lineage { ListMisuse.otherList() }
    if writerTree.pointee.root == old.tree.root {
      checkedRevert(to: transition.new, origin)
      return []
    }
    // The transition's own changes may be a reset.
    let changes = comparison(old, new, .max, .max)
    if changes.isEmpty { return [] }
    beginCopy()
    var left: [Element.ID] = []
    applyRemovals(changes, from: old, origin, leaving: &left)
    applyGains(changes, to: new, origin, leaving: &left)
    applyUpdates(changes, from: old, to: new, origin, leaving: &left)
    return left
  }

  @inlinable
  func applyRemovals(
    _ changes: ListChanges, from old: ListVersion<Element>, _ origin: ListOrigin?,
    leaving left: inout [Element.ID]
  ) {
    for position in changes.removals {
      let before = old.tree.place(at: position)
      guard let current = workingCopy.pointee.place(of: before.element.id) else { continue }
      if current.revision == before.revision {
        _ = primitiveRemove(at: current.position, origin)
      } else {
        left.append(before.element.id)
      }
    }
  }

  /// Insertions and moves, in the order of their new positions: rows that precede them in the new
  /// version are then where they belong.
  @inlinable
  func applyGains(
    _ changes: ListChanges, to new: ListVersion<Element>, _ origin: ListOrigin?,
    leaving left: inout [Element.ID]
  ) {
    // The position behind the nearest row that is still in the list, for the latest gain.
    var (gap, latest, move) = (0, 0, 0)
    for position in changes.gained {
      let isMoved = move < changes.moves.count && changes.moves[move].target == position
      if isMoved { move += 1 }
      var predecessor = position
      while predecessor > latest {
        predecessor -= 1
        let id = new.tree.place(at: predecessor).element.id
        guard let found = workingCopy.pointee.position(of: id) else { continue }
        gap = found + 1
        break
      }
      latest = position
      let after = new.tree.place(at: position)
      let id = after.element.id
      let current = workingCopy.pointee.place(of: id)
      if let current, isMoved {
        let target = current.position < gap ? gap - 1 : gap
        primitiveMove(from: current.position, to: target, origin)
      } else if let current {
        if current.revision != after.revision { left.append(id) }
      } else if isMoved {
        left.append(id)
      } else {
        writerState.pointee.recordEdit(origin)
        let key = workingCopy.pointee.put(
          after.element, at: gap, place: nextVersion, revision: after.revision)
        workingCopy.pointee.addEntry(hash: ListTree<Element>.hash(of: id), key: key)
      }
    }
  }

  @inlinable
  func applyUpdates(
    _ changes: ListChanges, from old: ListVersion<Element>, to new: ListVersion<Element>,
    _ origin: ListOrigin?, leaving left: inout [Element.ID]
  ) {
    for update in changes.updates {
      let after = new.tree.place(at: update.new)
      let id = after.element.id
      let current = workingCopy.pointee.place(of: id)
      if current?.revision == after.revision { continue }
      guard let current, current.revision == old.tree.place(at: update.old).revision else {
        // A moved row that is gone has been reported already.
        if current != nil || !changes.hasGained(update.new) { left.append(id) }
        continue
      }
      writerState.pointee.recordEdit(origin)
      workingCopy.pointee.replace(
        at: current.position, with: after.element, version: after.revision)
    }
  }
}
