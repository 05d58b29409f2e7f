// The edits that lists and drafts have in common, for the thread that holds the writer lock.
// Nothing here may assume that the tree is unchanged by a call of a user's closure: an edit made in
// the closure has joined this one.

extension LiveList {
  /// Calls a user's closure; if it throws, the edits that it has made are undone.
  ///
  /// This matters only inside an outer edit, which may continue: a single edit that throws is not
  /// published.
  @inlinable
  @inline(__always)
  func callOut<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard desk.pointee.isOpen, Failure.self != Never.self else { return try body() }
    var savepoint = Savepoint(self)
    let edits = desk.pointee.edits
    let result: Result
    do {
      result = try body()
    } catch {
      if edits != desk.pointee.edits { savepoint.restore() }
      savepoint.end()
      throw error
    }
    savepoint.end()
    return result
  }

  @inlinable
  func put(
    _ element: Element, at position: Int, _ origin: ListOrigin?
  ) throws(ListError) {
    guard !tree.pointee.contains(element.id) else { throw .duplicate(element.id) }
    let count = tree.pointee.count
    guard position >= 0, position <= count else {
      throw .positionOutOfRange(position, count: count)
    }
    stepInsert(element, at: position, origin)
  }

  @inlinable
  func putLast(_ element: Element, _ origin: ListOrigin?) throws(ListError) {
    guard !tree.pointee.contains(element.id) else { throw .duplicate(element.id) }
    stepInsert(element, at: tree.pointee.count, origin)
  }

  /// Inserts before the neighbour (distance 0) or after it (distance 1).
  @inlinable
  func put(
    _ element: Element, _ distance: Int, from neighbour: Element.ID, _ origin: ListOrigin?
  ) throws(ListError) {
    guard !tree.pointee.contains(element.id) else { throw .duplicate(element.id) }
    guard let position = tree.pointee.position(of: neighbour) else {
      throw .unknown(neighbour)
    }
    stepInsert(element, at: position + distance, origin)
  }

  @inlinable
  func putOrReplace(_ element: Element, _ origin: ListOrigin?) -> Element? {
    if let position = tree.pointee.position(of: element.id) {
      return stepReplace(at: position, with: element, origin)
    }
    stepInsert(element, at: tree.pointee.count, origin)
    return nil
  }

  /// - Returns: The result of `body`, and the replaced content.
  @inlinable
  @inline(__always)
  func change<Result, Failure: Error>(
    _ id: Element.ID, _ origin: ListOrigin?,
    _ body: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> (result: Result, old: Element)? {
    guard let place = tree.pointee.place(of: id) else { return nil }
    place.prefetch()
    return try change(place.leaf.elements[place.slot], at: place.position, origin, body)
  }

  @inlinable
  @inline(__always)
  func change<Result, Failure: Error>(
    at position: Int, _ origin: ListOrigin?,
    _ body: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> (result: Result, old: Element)? {
    guard position >= 0, position < tree.pointee.count else { return nil }
    let place = tree.pointee.place(at: position)
    place.prefetch()
    return try change(place.leaf.elements[place.slot], at: position, origin, body)
  }

  @inlinable
  @inline(__always)
  func change<Result, Failure: Error>(
    _ element: Element, at position: Int, _ origin: ListOrigin?,
    _ body: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> (result: Result, old: Element)? {
    var element = element
    let id = element.id
    let edits = desk.pointee.edits
    let result = try callOut { () throws(Failure) in try body(&element) }
    if element.id != id { ListMisuse.identityWasUpdated(id, to: element.id) }
    if edits == desk.pointee.edits {
      return (result, stepReplace(at: position, with: element, origin))
    }
    // The closure has itself edited the list.
    guard let position = tree.pointee.position(of: id) else { return nil }
    return (result, stepReplace(at: position, with: element, origin))
  }

  @inlinable
  func relocate(
    _ id: Element.ID, to target: Int, _ origin: ListOrigin?
  ) throws(ListError) {
    guard let source = tree.pointee.position(of: id) else { throw .unknown(id) }
    let count = tree.pointee.count
    guard target >= 0, target < count else { throw .positionOutOfRange(target, count: count) }
    stepMove(from: source, to: target, origin)
  }

  /// Moves before the neighbour (distance 0) or after it (distance 1).
  @inlinable
  func relocate(
    _ id: Element.ID, _ distance: Int, from neighbour: Element.ID, _ origin: ListOrigin?
  ) throws(ListError) {
    guard let source = tree.pointee.position(of: id) else { throw .unknown(id) }
    guard let position = tree.pointee.position(of: neighbour) else { throw .unknown(neighbour) }
    guard source != position else { return }
    let gap = position + distance
    // Removing the row shifts all rows after it.
    stepMove(from: source, to: source < gap ? gap - 1 : gap, origin)
  }

  @inlinable
  func drop(_ id: Element.ID, _ origin: ListOrigin?) -> Element? {
    guard let position = tree.pointee.position(of: id) else { return nil }
    return stepRemove(at: position, origin)
  }

  @inlinable
  func drop(at position: Int, _ origin: ListOrigin?) throws(ListError) -> Element {
    let count = tree.pointee.count
    guard position >= 0, position < count else {
      throw .positionOutOfRange(position, count: count)
    }
    return stepRemove(at: position, origin)
  }

  @inlinable
  func dropAll(_ origin: ListOrigin?) {
    guard tree.pointee.count > 0 else { return }
    open()
    desk.pointee.note(origin)
    // Deinitialisers of elements in the old copy may edit the list, so the new copy is installed
    // first.
    var tree = ListTree<Element>()
    // The number must not decrease, so that a comparison with an older version recognises a reset
    // early.
    tree.relabellings = working.pointee.relabellings
    swap(&tree, &working.pointee)
  }

  @inlinable
  func dropAll<Failure: Error>(
    where shouldBeRemoved: (Element) throws(Failure) -> Bool, _ origin: ListOrigin?
  ) throws(Failure) -> [Element] {
    // The closure is called on a snapshot, because it may itself edit the list.
    let rows = ListSnapshot(
      ListVersion(
        tree: tree.pointee.copy(), number: stamp, lineage: lineage, comparison: comparison))
    let edits = desk.pointee.edits
    var doomed: [(position: Int, id: Element.ID)] = []
    var position = 0
    try callOut { () throws(Failure) in
      for element in rows {
        if try shouldBeRemoved(element) { doomed.append((position, element.id)) }
        position += 1
      }
    }
    guard !doomed.isEmpty else { return [] }
    open()
    var removed: [Element] = []
    removed.reserveCapacity(doomed.count)
    if edits == desk.pointee.edits {
      for (position, _) in doomed.reversed() { removed.append(stepRemove(at: position, origin)) }
    } else {
      for (_, id) in doomed.reversed() {
        if let element = drop(id, origin) { removed.append(element) }
      }
    }
    removed.reverse()
    return removed
  }
}
