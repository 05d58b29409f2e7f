// What lists and drafts have in common: each edit as the thread makes it that holds the writer
// lock. Nothing here may assume that the tree is the same before and after a call of a closure: an
// edit that was made in there has joined this one.

extension LiveList {
  /// Calls a closure of the user's; if it throws, the edits that it made are undone.
  ///
  /// Only inside something larger, which may go on, is this for here: an edit on its own that throws
  /// is not published.
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

  /// Inserts 0 slots after the neighbour's beginning, which is before it, or 1, which is after it.
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

  /// - Returns: what `body` returns, and the content that ended.
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
    // The closure has edited the list by other means.
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

  /// Moves to 0 slots after the neighbour's beginning, which is before it, or 1, which is after it.
  @inlinable
  func relocate(
    _ id: Element.ID, _ distance: Int, from neighbour: Element.ID, _ origin: ListOrigin?
  ) throws(ListError) {
    guard let source = tree.pointee.position(of: id) else { throw .unknown(id) }
    guard let position = tree.pointee.position(of: neighbour) else { throw .unknown(neighbour) }
    guard source != position else { return }
    let gap = position + distance
    // Where it is taken out, all that follow it move up.
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
    // Elements that end with the old copy may edit the list: the new one has to be in place.
    var tree = ListTree<Element>()
    // The number may not fall, so that a comparison with an older version sees soon that it is a reset.
    tree.relabellings = working.pointee.relabellings
    swap(&tree, &working.pointee)
  }

  @inlinable
  func dropAll<Failure: Error>(
    where shouldBeRemoved: (Element) throws(Failure) -> Bool, _ origin: ListOrigin?
  ) throws(Failure) -> [Element] {
    // The closure sees a version of its own, and may edit the list by other means.
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
