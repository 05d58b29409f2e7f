// The layer above `LiveList+PrimitiveEdits`: the edits that lists and drafts have in common, which
// check their arguments and call the user's closures, for the thread that holds the writer lock.
// Nothing here may assume that the tree is unchanged by a call of a user's closure: an edit made in
// the closure has joined this one.

extension LiveList {
  /// If the closure throws, its edits are undone, because an outer edit may continue; a single edit
  /// that throws is not published.
  @inlinable
  @inline(__always)
  func callUserClosure<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard writerState.pointee.isEditingCopy, Failure.self != Never.self else { return try body() }
    var savepoint = Savepoint(self)
    let edits = writerState.pointee.editCount
    let result: Result
    do {
      result = try body()
    } catch {
      if edits != writerState.pointee.editCount { savepoint.restore() }
      savepoint.end()
      throw error
    }
    savepoint.end()
    return result
  }

  @inlinable
  func checkedInsert(
    _ element: Element, at position: Int, _ origin: ListOrigin?
  ) throws(ListError) {
    guard !writerTree.pointee.contains(element.id) else { throw .duplicate(element.id) }
    let count = writerTree.pointee.count
    guard position >= 0, position <= count else {
      throw .positionOutOfRange(position, count: count)
    }
    primitiveInsert(element, at: position, origin)
  }

  @inlinable
  func checkedAppend(_ element: Element, _ origin: ListOrigin?) throws(ListError) {
    guard !writerTree.pointee.contains(element.id) else { throw .duplicate(element.id) }
    primitiveInsert(element, at: writerTree.pointee.count, origin)
  }

  /// Inserts before the neighbour (distance 0) or after it (distance 1).
  @inlinable
  func checkedInsert(
    _ element: Element, _ distance: Int, from neighbour: Element.ID, _ origin: ListOrigin?
  ) throws(ListError) {
    guard !writerTree.pointee.contains(element.id) else { throw .duplicate(element.id) }
    guard let position = writerTree.pointee.position(of: neighbour) else {
      throw .unknown(neighbour)
    }
    primitiveInsert(element, at: position + distance, origin)
  }

  @inlinable
  func checkedUpsert(_ element: Element, _ origin: ListOrigin?) -> Element? {
    if let position = writerTree.pointee.position(of: element.id) {
      return primitiveReplace(at: position, with: element, origin)
    }
    primitiveInsert(element, at: writerTree.pointee.count, origin)
    return nil
  }

  @inlinable
  @inline(__always)
  func checkedUpdate<Result, Failure: Error>(
    _ id: Element.ID, _ origin: ListOrigin?,
    _ body: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> (result: Result, old: Element)? {
    guard let place = writerTree.pointee.place(of: id) else { return nil }
    place.prefetch()
    return try checkedUpdate(place.leaf.elements[place.slot], at: place.position, origin, body)
  }

  @inlinable
  @inline(__always)
  func checkedUpdate<Result, Failure: Error>(
    at position: Int, _ origin: ListOrigin?,
    _ body: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> (result: Result, old: Element)? {
    guard position >= 0, position < writerTree.pointee.count else { return nil }
    let place = writerTree.pointee.place(at: position)
    place.prefetch()
    return try checkedUpdate(place.leaf.elements[place.slot], at: position, origin, body)
  }

  @inlinable
  @inline(__always)
  func checkedUpdate<Result, Failure: Error>(
    _ element: Element, at position: Int, _ origin: ListOrigin?,
    _ body: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> (result: Result, old: Element)? {
    var element = element
    let id = element.id
    let edits = writerState.pointee.editCount
    let result = try callUserClosure { () throws(Failure) in try body(&element) }
    if element.id != id { ListMisuse.identityWasUpdated(id, to: element.id) }
    if edits == writerState.pointee.editCount {
      return (result, primitiveReplace(at: position, with: element, origin))
    }
    // The closure has itself edited the list.
    guard let position = writerTree.pointee.position(of: id) else { return nil }
    return (result, primitiveReplace(at: position, with: element, origin))
  }

  @inlinable
  func checkedMove(
    _ id: Element.ID, to target: Int, _ origin: ListOrigin?
  ) throws(ListError) {
    guard let source = writerTree.pointee.position(of: id) else { throw .unknown(id) }
    let count = writerTree.pointee.count
    guard target >= 0, target < count else { throw .positionOutOfRange(target, count: count) }
    primitiveMove(from: source, to: target, origin)
  }

  /// Moves before the neighbour (distance 0) or after it (distance 1).
  @inlinable
  func checkedMove(
    _ id: Element.ID, _ distance: Int, from neighbour: Element.ID, _ origin: ListOrigin?
  ) throws(ListError) {
    guard let source = writerTree.pointee.position(of: id) else { throw .unknown(id) }
    guard let position = writerTree.pointee.position(of: neighbour) else {
      throw .unknown(neighbour)
    }
    guard source != position else { return }
    let gap = position + distance
    // Removing the row shifts all rows after it.
    primitiveMove(from: source, to: source < gap ? gap - 1 : gap, origin)
  }

  @inlinable
  func checkedRemove(_ id: Element.ID, _ origin: ListOrigin?) -> Element? {
    guard let position = writerTree.pointee.position(of: id) else { return nil }
    return primitiveRemove(at: position, origin)
  }

  @inlinable
  func checkedRemove(at position: Int, _ origin: ListOrigin?) throws(ListError) -> Element {
    let count = writerTree.pointee.count
    guard position >= 0, position < count else {
      throw .positionOutOfRange(position, count: count)
    }
    return primitiveRemove(at: position, origin)
  }

  @inlinable
  func checkedRemoveAll(_ origin: ListOrigin?) {
    guard writerTree.pointee.count > 0 else { return }
    beginCopy()
    writerState.pointee.recordEdit(origin)
    // Deinitializers of elements in the old copy may edit the list, so the new copy is installed
    // first.
    var tree = ListTree<Element>()
    // The number must not decrease, so that a comparison with an older version recognizes a reset
    // early.
    tree.relabellings = workingCopy.pointee.relabellings
    swap(&tree, &workingCopy.pointee)
  }

  @inlinable
  func checkedRemoveAll<Failure: Error>(
    where shouldBeRemoved: (Element) throws(Failure) -> Bool, _ origin: ListOrigin?
  ) throws(Failure) -> [Element] {
    // The closure is called on a snapshot, because it may itself edit the list.
    let rows = ListSnapshot(
      ListVersion(
        tree: writerTree.pointee.copy(), number: nextVersion, lineage: lineage,
        comparison: comparison))
    let edits = writerState.pointee.editCount
    var removed: [Element] = []
    var tree = ListTree<Element>()
    try callUserClosure { () throws(Failure) in
      tree = try rows.storage.tree.removing(shouldBeRemoved, version: nextVersion, into: &removed)
    }
    guard !removed.isEmpty else { return [] }
    if edits == writerState.pointee.editCount {
      install(tree, origin)
    } else {
      // The closure has itself edited the list.
      beginCopy()
      removed = removed.compactMap { checkedRemove($0.id, origin) }
    }
    withExtendedLifetime(rows) {}
    return removed
  }

  @inlinable
  func checkedReplaceAll(
    with elements: some Sequence<Element>, _ origin: ListOrigin?,
    unless isSame: (Element, Element) -> Bool
  ) -> [Element] {
    // Iterating the user's sequence may edit the list, so the comparison begins only after it.
    var plan = ReplacementPlan(elements)
    let old = ListSnapshot(
      ListVersion(
        tree: writerTree.pointee.copy(), number: nextVersion, lineage: lineage,
        comparison: comparison))
    plan.compare(with: old.storage, unless: isSame)
    guard plan.hasWork else { return plan.rejected }
    let isFirstEdit = !writerState.pointee.hasChanges
    let edits = writerState.pointee.editCount
    var rebuilder = TreeRebuilder(old.storage.tree, version: nextVersion)
    plan.perform(on: &rebuilder)
    install(rebuilder.finish(old.storage.tree), origin)
    if isFirstEdit, writerState.pointee.editCount == edits + 1 {
      writerState.pointee.stepEdits = edits + 1
      writerState.pointee.step = ListStep(
        version: nextVersion, changes: plan.changes(from: old.count))
    }
    withExtendedLifetime(old) {}
    return plan.rejected
  }
}
