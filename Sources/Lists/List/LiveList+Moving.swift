extension LiveList {
  /// Moves an element to a position.
  ///
  /// - Parameters:
  ///   - id: The identity of the element.
  ///   - position: The position of the element after the move. Its present position makes no edit.
  ///   - origin: The origin of the edit.
  /// - Throws: ``ListError/unknownID``, or ``ListError/positionOutOfRange(_:count:)``.
  /// - Complexity: O(log *n*).
  @inlinable
  public func move(
    _ id: Element.ID, to position: Int, origin: ListOrigin? = nil
  ) throws(ListError) {
    try edit { () throws(ListError) in try checkedMove(id, to: position, origin) }
  }

  /// Moves an element before another.
  ///
  /// - Parameters:
  ///   - id: The identity of the element.
  ///   - neighbour: The identity of the element to move it before. There is no edit if the element
  ///     is there already, or if it is the neighbour itself.
  ///   - origin: The origin of the edit.
  /// - Throws: ``ListError/unknownID`` if there is no such element, or no such neighbour.
  /// - Complexity: O(log *n*).
  @inlinable
  public func move(
    _ id: Element.ID, before neighbour: Element.ID, origin: ListOrigin? = nil
  ) throws(ListError) {
    try edit { () throws(ListError) in try checkedMove(id, 0, from: neighbour, origin) }
  }

  /// Moves an element after another.
  ///
  /// - Parameters:
  ///   - id: The identity of the element.
  ///   - neighbour: The identity of the element to move it after. There is no edit if the element
  ///     is there already, or if it is the neighbour itself.
  ///   - origin: The origin of the edit.
  /// - Throws: ``ListError/unknownID`` if there is no such element, or no such neighbour.
  /// - Complexity: O(log *n*).
  @inlinable
  public func move(
    _ id: Element.ID, after neighbour: Element.ID, origin: ListOrigin? = nil
  ) throws(ListError) {
    try edit { () throws(ListError) in try checkedMove(id, 1, from: neighbour, origin) }
  }

  /// Removes an element.
  ///
  /// If several threads remove the same element, exactly one receives it.
  ///
  /// - Parameters:
  ///   - id: The identity of the element.
  ///   - origin: The origin of the edit.
  /// - Returns: The removed element; nil if there is no such element.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public func remove(_ id: Element.ID, origin: ListOrigin? = nil) -> Element? {
    edit { checkedRemove(id, origin) }
  }

  /// Removes the element at a position.
  ///
  /// - Parameters:
  ///   - position: The position of the element.
  ///   - origin: The origin of the edit.
  /// - Returns: The removed element.
  /// - Throws: ``ListError/positionOutOfRange(_:count:)``.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public func remove(at position: Int, origin: ListOrigin? = nil) throws(ListError) -> Element {
    try edit { () throws(ListError) in try checkedRemove(at: position, origin) }
  }

  /// Removes all elements that satisfy a predicate.
  ///
  /// - Parameters:
  ///   - origin: The origin of the edit.
  ///   - shouldBeRemoved: Called once for each element, in order. If it edits the list, that edit
  ///     joins this one; it is not called for elements added this way.
  /// - Returns: The removed elements, in order.
  /// - Throws: The error thrown by the predicate; the list is then unchanged.
  /// - Complexity: O(*n* + *k* log *n*), where *k* of *n* elements are removed.
  @inlinable
  @discardableResult
  public func removeAll<Failure>(
    origin: ListOrigin? = nil, where shouldBeRemoved: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> [Element] {
    try edit { () throws(Failure) in try checkedRemoveAll(where: shouldBeRemoved, origin) }
  }

  /// Removes all elements.
  ///
  /// - Parameter origin: The origin of the edit.
  @inlinable
  public func removeAll(origin: ListOrigin? = nil) {
    edit { checkedRemoveAll(origin) }
  }
}
