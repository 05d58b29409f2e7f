// The highest layer of editing, the public methods; a `Draft` has the same ones. Below it are,
// in this order, `LiveList+CheckedEdits`, `LiveList+PrimitiveEdits` and `LiveList+Publishing`.

extension LiveList {
  /// Appends an element.
  ///
  /// - Parameters:
  ///   - element: The element to append.
  ///   - origin: The origin of the edit.
  /// - Throws: ``ListError/duplicateID``.
  /// - Complexity: O(log *n*).
  @inlinable
  public func append(_ element: Element, origin: ListOrigin? = nil) throws(ListError) {
    try edit { () throws(ListError) in try checkedAppend(element, origin) }
  }

  /// Inserts an element at a position.
  ///
  /// - Parameters:
  ///   - element: The element to insert.
  ///   - position: The position of the element after the insertion; the count of the list appends
  ///     it.
  ///   - origin: The origin of the edit.
  /// - Throws: ``ListError/duplicateID``, or ``ListError/positionOutOfRange(_:count:)``.
  /// - Complexity: O(log *n*).
  @inlinable
  public func insert(
    _ element: Element, at position: Int, origin: ListOrigin? = nil
  ) throws(ListError) {
    try edit { () throws(ListError) in try checkedInsert(element, at: position, origin) }
  }

  /// Inserts an element before another.
  ///
  /// - Parameters:
  ///   - element: The element to insert.
  ///   - neighbour: The identity of the element to insert it before.
  ///   - origin: The origin of the edit.
  /// - Throws: ``ListError/duplicateID``, or ``ListError/unknownID`` if there is no such neighbour.
  /// - Complexity: O(log *n*).
  @inlinable
  public func insert(
    _ element: Element, before neighbour: Element.ID, origin: ListOrigin? = nil
  ) throws(ListError) {
    try edit { () throws(ListError) in try checkedInsert(element, 0, from: neighbour, origin) }
  }

  /// Inserts an element after another.
  ///
  /// - Parameters:
  ///   - element: The element to insert.
  ///   - neighbour: The identity of the element to insert it after.
  ///   - origin: The origin of the edit.
  /// - Throws: ``ListError/duplicateID``, or ``ListError/unknownID`` if there is no such neighbour.
  /// - Complexity: O(log *n*).
  @inlinable
  public func insert(
    _ element: Element, after neighbour: Element.ID, origin: ListOrigin? = nil
  ) throws(ListError) {
    try edit { () throws(ListError) in try checkedInsert(element, 1, from: neighbour, origin) }
  }

  /// Replaces the element with the same identity in place, or appends a new one.
  ///
  /// - Parameters:
  ///   - element: The new content.
  ///   - origin: The origin of the edit.
  /// - Returns: The replaced element; nil if the element is new.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public func upsert(_ element: Element, origin: ListOrigin? = nil) -> Element? {
    edit { checkedUpsert(element, origin) }
  }

  /// Changes the content of an element.
  ///
  /// The closure works on a copy, before any lock that readers need is taken. If it edits the list,
  /// that edit joins this one: both are published together, or not at all if the closure throws.
  ///
  /// - Parameters:
  ///   - id: The identity of the element.
  ///   - origin: The origin of the edit.
  ///   - body: Called once with the content, if there is such an element. It must not change the
  ///     element's identity: the program then stops with a message that names both.
  /// - Returns: The result of `body`; nil if there is no such element, or if `body` has removed it.
  /// - Throws: The error thrown by `body`; the list is then unchanged.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public func update<Result, Failure>(
    _ id: Element.ID, origin: ListOrigin? = nil,
    _ body: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try edit { () throws(Failure) in try checkedUpdate(id, origin, body) }?.result
  }

  /// Changes the content of the element at a position.
  ///
  /// Every edit on any thread can change positions: use this in transactions, and for lists that
  /// only one thread edits.
  ///
  /// - Parameters:
  ///   - position: The position of the element.
  ///   - origin: The origin of the edit.
  ///   - body: Called once with the content, if the position exists. It must not change the
  ///     element's identity; see ``update(_:origin:_:)``.
  /// - Returns: The result of `body`; nil if there is no such position, or if `body` has removed
  ///   the element.
  /// - Throws: The error thrown by `body`; the list is then unchanged.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public func update<Result, Failure>(
    at position: Int, origin: ListOrigin? = nil,
    _ body: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try edit { () throws(Failure) in try checkedUpdate(at: position, origin, body) }?.result
  }
}

// MARK: - Moving and removing

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

  /// Replaces the contents of the list with these elements, in this order.
  ///
  /// The number of moves is minimal: observers receive as few as possible. All elements that remain
  /// in the list are updated with their new content:
  ///
  /// ```swift
  /// let rejected = orders.replaceAll(with: await desk.allOrders())
  /// ```
  ///
  /// - Parameters:
  ///   - elements: The new contents; of elements with equal identities, only the first is used.
  ///   - origin: The origin of the edit.
  /// - Returns: The elements that were rejected because an earlier one has the same identity.
  /// - Complexity: O(*n* log *n*).
  @inlinable
  @discardableResult
  public func replaceAll(
    with elements: some Sequence<Element>, origin: ListOrigin? = nil
  ) -> [Element] {
    edit { checkedReplaceAll(with: elements, origin) { _, _ in false } }
  }

  /// Replaces the contents of the list with these elements, in this order.
  ///
  /// The number of moves is minimal: observers receive as few as possible. Elements with equal
  /// content are not even updated.
  ///
  /// - Parameters:
  ///   - elements: The new contents; of elements with equal identities, only the first is used.
  ///   - origin: The origin of the edit.
  /// - Returns: The elements that were rejected because an earlier one has the same identity.
  /// - Complexity: O(*n* log *n*).
  @inlinable
  @discardableResult
  public func replaceAll(
    with elements: some Sequence<Element>, origin: ListOrigin? = nil
  ) -> [Element] where Element: Equatable {
    edit { checkedReplaceAll(with: elements, origin) { $0 == $1 } }
  }
}
