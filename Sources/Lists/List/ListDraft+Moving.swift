extension ListDraft {
  /// Moves an element to another position.
  ///
  /// - Parameters:
  ///   - id: what to move.
  ///   - position: where it stands afterwards.
  /// - Throws: ``ListError/unknownID``, or ``ListError/positionOutOfRange(_:count:)``.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func move(_ id: Element.ID, to position: Int) throws(ListError) {
    try check()
    try list.relocate(id, to: position, nil)
  }

  /// Moves an element before another.
  ///
  /// - Parameters:
  ///   - id: what to move.
  ///   - neighbour: the identity of the element before which it stands afterwards.
  /// - Throws: ``ListError/unknownID`` if there is no such element, or no such neighbour.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func move(
    _ id: Element.ID, before neighbour: Element.ID
  ) throws(ListError) {
    try check()
    try list.relocate(id, 0, from: neighbour, nil)
  }

  /// Moves an element after another.
  ///
  /// - Parameters:
  ///   - id: what to move.
  ///   - neighbour: the identity of the element after which it stands afterwards.
  /// - Throws: ``ListError/unknownID`` if there is no such element, or no such neighbour.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func move(
    _ id: Element.ID, after neighbour: Element.ID
  ) throws(ListError) {
    try check()
    try list.relocate(id, 1, from: neighbour, nil)
  }

  /// Moves the element at a position to another.
  ///
  /// - Parameters:
  ///   - source: where it stands.
  ///   - target: where it stands afterwards.
  /// - Throws: ``ListError/positionOutOfRange(_:count:)``.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func move(from source: Int, to target: Int) throws(ListError) {
    try check()
    let count = count
    for position in [source, target] where position < 0 || position >= count {
      throw .positionOutOfRange(position, count: count)
    }
    list.stepMove(from: source, to: target, nil)
  }

  /// Removes an element.
  ///
  /// - Parameter id: what to remove.
  /// - Returns: what was removed; nil if there is no such element.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public mutating func remove(_ id: Element.ID) -> Element? {
    guard isCurrent else { return nil }
    return list.drop(id, nil)
  }

  /// Removes the element at a position.
  ///
  /// - Parameter position: where it stands.
  /// - Returns: what was removed.
  /// - Throws: ``ListError/positionOutOfRange(_:count:)``.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public mutating func remove(at position: Int) throws(ListError) -> Element {
    try check()
    return try list.drop(at: position, nil)
  }

  /// Removes all elements for which the closure says so.
  ///
  /// - Parameter shouldBeRemoved: asked once about each element, in their order.
  /// - Returns: what was removed, in its order.
  /// - Throws: what the closure throws; then nothing was removed.
  /// - Complexity: O(*n* + *k* log *n*), where *k* of *n* elements are removed.
  @inlinable
  @discardableResult
  public mutating func removeAll<Failure>(
    where shouldBeRemoved: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> [Element] {
    guard isCurrent else { return [] }
    return try list.dropAll(where: shouldBeRemoved, nil)
  }

  /// Removes all elements.
  @inlinable
  public mutating func removeAll() {
    if isCurrent { list.dropAll(nil) }
  }
}
