extension LiveList {
  /// Moves an element to another position.
  ///
  /// - Parameters:
  ///   - id: what to move.
  ///   - position: where it stands afterwards. Where it stands already is no edit.
  ///   - origin: where the edit comes from.
  /// - Throws: ``ListError/unknownID``, or ``ListError/positionOutOfRange(_:count:)``.
  /// - Complexity: O(log *n*).
  @inlinable
  public func move(
    _ id: Element.ID, to position: Int, origin: ListOrigin? = nil
  ) throws(ListError) {
    try edit { () throws(ListError) in try relocate(id, to: position, origin) }
  }

  /// Moves an element before another.
  ///
  /// - Parameters:
  ///   - id: what to move.
  ///   - neighbour: the identity of the element before which it stands afterwards. Where it stands
  ///     already is no edit, nor is the element itself a place to go to.
  ///   - origin: where the edit comes from.
  /// - Throws: ``ListError/unknownID`` if there is no such element, or no such neighbour.
  /// - Complexity: O(log *n*).
  @inlinable
  public func move(
    _ id: Element.ID, before neighbour: Element.ID, origin: ListOrigin? = nil
  ) throws(ListError) {
    try edit { () throws(ListError) in try relocate(id, 0, from: neighbour, origin) }
  }

  /// Moves an element after another.
  ///
  /// - Parameters:
  ///   - id: what to move.
  ///   - neighbour: the identity of the element after which it stands afterwards. Where it stands
  ///     already is no edit, nor is the element itself a place to go to.
  ///   - origin: where the edit comes from.
  /// - Throws: ``ListError/unknownID`` if there is no such element, or no such neighbour.
  /// - Complexity: O(log *n*).
  @inlinable
  public func move(
    _ id: Element.ID, after neighbour: Element.ID, origin: ListOrigin? = nil
  ) throws(ListError) {
    try edit { () throws(ListError) in try relocate(id, 1, from: neighbour, origin) }
  }

  /// Removes an element.
  ///
  /// Of all who try to remove it, one gets it.
  ///
  /// - Parameters:
  ///   - id: what to remove.
  ///   - origin: where the edit comes from.
  /// - Returns: what was removed; nil if there is no such element.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public func remove(_ id: Element.ID, origin: ListOrigin? = nil) -> Element? {
    edit { drop(id, origin) }
  }

  /// Removes the element at a position.
  ///
  /// - Parameters:
  ///   - position: where it stands.
  ///   - origin: where the edit comes from.
  /// - Returns: what was removed.
  /// - Throws: ``ListError/positionOutOfRange(_:count:)``.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public func remove(at position: Int, origin: ListOrigin? = nil) throws(ListError) -> Element {
    try edit { () throws(ListError) in try drop(at: position, origin) }
  }

  /// Removes all elements for which the closure says so.
  ///
  /// - Parameters:
  ///   - origin: where the edit comes from.
  ///   - shouldBeRemoved: asked once about each element, in their order. An edit of the list that it
  ///     makes joins this one; what it adds is not asked about.
  /// - Returns: what was removed, in its order.
  /// - Throws: what the closure throws; then nothing has changed.
  /// - Complexity: O(*n* + *k* log *n*), where *k* of *n* elements are removed.
  @inlinable
  @discardableResult
  public func removeAll<Failure>(
    origin: ListOrigin? = nil, where shouldBeRemoved: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> [Element] {
    try edit { () throws(Failure) in try dropAll(where: shouldBeRemoved, origin) }
  }

  /// Removes all elements.
  ///
  /// - Parameter origin: where the edit comes from.
  @inlinable
  public func removeAll(origin: ListOrigin? = nil) {
    edit { dropAll(origin) }
  }
}
