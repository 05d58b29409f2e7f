extension ListDraft {
  /// Moves an element to a position.
  ///
  /// - Parameters:
  ///   - id: The identity of the element.
  ///   - position: The position of the element after the move.
  /// - Throws: ``ListError/unknownID``, or ``ListError/positionOutOfRange(_:count:)``.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func move(_ id: Element.ID, to position: Int) throws(ListError) {
    try check()
    try list.checkedMove(id, to: position, nil)
  }

  /// Moves an element before another.
  ///
  /// - Parameters:
  ///   - id: The identity of the element.
  ///   - neighbour: The identity of the element to move it before.
  /// - Throws: ``ListError/unknownID`` if there is no such element, or no such neighbour.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func move(
    _ id: Element.ID, before neighbour: Element.ID
  ) throws(ListError) {
    try check()
    try list.checkedMove(id, 0, from: neighbour, nil)
  }

  /// Moves an element after another.
  ///
  /// - Parameters:
  ///   - id: The identity of the element.
  ///   - neighbour: The identity of the element to move it after.
  /// - Throws: ``ListError/unknownID`` if there is no such element, or no such neighbour.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func move(
    _ id: Element.ID, after neighbour: Element.ID
  ) throws(ListError) {
    try check()
    try list.checkedMove(id, 1, from: neighbour, nil)
  }

  /// Moves the element at a position to another position.
  ///
  /// - Parameters:
  ///   - source: The position of the element before the move.
  ///   - target: The position of the element after the move.
  /// - Throws: ``ListError/positionOutOfRange(_:count:)``.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func move(from source: Int, to target: Int) throws(ListError) {
    try check()
    let count = count
    for position in [source, target] where position < 0 || position >= count {
      throw .positionOutOfRange(position, count: count)
    }
    list.primitiveMove(from: source, to: target, nil)
  }

  /// Removes an element.
  ///
  /// - Parameter id: The identity of the element.
  /// - Returns: The removed element; nil if there is no such element.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public mutating func remove(_ id: Element.ID) -> Element? {
    guard isCurrent else { return nil }
    return list.checkedRemove(id, nil)
  }

  /// Removes the element at a position.
  ///
  /// - Parameter position: The position of the element.
  /// - Returns: The removed element.
  /// - Throws: ``ListError/positionOutOfRange(_:count:)``.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public mutating func remove(at position: Int) throws(ListError) -> Element {
    try check()
    return try list.checkedRemove(at: position, nil)
  }

  /// Removes all elements that satisfy a predicate.
  ///
  /// - Parameter shouldBeRemoved: Called once for each element, in order.
  /// - Returns: The removed elements, in order.
  /// - Throws: The error thrown by the predicate; nothing is then removed.
  /// - Complexity: O(*n* + *k* log *n*), where *k* of *n* elements are removed.
  @inlinable
  @discardableResult
  public mutating func removeAll<Failure>(
    where shouldBeRemoved: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> [Element] {
    guard isCurrent else { return [] }
    return try list.checkedRemoveAll(where: shouldBeRemoved, nil)
  }

  /// Removes all elements.
  @inlinable
  public mutating func removeAll() {
    if isCurrent { list.checkedRemoveAll(nil) }
  }
}
