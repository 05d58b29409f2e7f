extension LiveList.Draft {
  @inlinable
  func check() throws(ListError) {
    guard isCurrent else { throw .transactionEnded }
  }

  /// Appends an element.
  ///
  /// - Parameter element: The element to append.
  /// - Throws: ``ListError/duplicateID``.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func append(_ element: Element) throws(ListError) {
    try check()
    try list.checkedAppend(element, nil)
  }

  /// Inserts an element at a position.
  ///
  /// - Parameters:
  ///   - element: The element to insert.
  ///   - position: The position of the element after the insertion; the count of the draft appends
  ///     it.
  /// - Throws: ``ListError/duplicateID``, or ``ListError/positionOutOfRange(_:count:)``.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func insert(_ element: Element, at position: Int) throws(ListError) {
    try check()
    try list.checkedInsert(element, at: position, nil)
  }

  /// Inserts an element before another.
  ///
  /// - Parameters:
  ///   - element: The element to insert.
  ///   - neighbour: The identity of the element to insert it before.
  /// - Throws: ``ListError/duplicateID``, or ``ListError/unknownID`` if there is no such neighbour.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func insert(
    _ element: Element, before neighbour: Element.ID
  ) throws(ListError) {
    try check()
    try list.checkedInsert(element, 0, from: neighbour, nil)
  }

  /// Inserts an element after another.
  ///
  /// - Parameters:
  ///   - element: The element to insert.
  ///   - neighbour: The identity of the element to insert it after.
  /// - Throws: ``ListError/duplicateID``, or ``ListError/unknownID`` if there is no such neighbour.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func insert(
    _ element: Element, after neighbour: Element.ID
  ) throws(ListError) {
    try check()
    try list.checkedInsert(element, 1, from: neighbour, nil)
  }

  /// Replaces the element with the same identity in place, or appends a new one.
  ///
  /// - Parameter element: The new content.
  /// - Returns: The replaced element; nil if the element is new.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public mutating func upsert(_ element: Element) -> Element? {
    guard isCurrent else { return nil }
    return list.checkedUpsert(element, nil)
  }

  /// Changes the content of an element.
  ///
  /// - Parameters:
  ///   - id: The identity of the element.
  ///   - body: Called once with the content, if there is such an element. It must not change the
  ///     element's identity; see ``LiveList/update(_:origin:_:)``.
  /// - Returns: The result of `body`; nil if there is no such element, or if `body` has removed it.
  /// - Throws: The error thrown by `body`; the element is then unchanged.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public mutating func update<Result, Failure>(
    _ id: Element.ID, _ body: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard isCurrent else { return nil }
    return try list.checkedUpdate(id, nil, body)?.result
  }

  /// Changes the content of the element at a position.
  ///
  /// - Parameters:
  ///   - position: The position of the element.
  ///   - body: Called once with the content, if the position exists. It must not change the
  ///     element's identity; see ``LiveList/update(_:origin:_:)``.
  /// - Returns: The result of `body`; nil if there is no such position, or if `body` has removed
  ///   the element.
  /// - Throws: The error thrown by `body`; the element is then unchanged.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public mutating func update<Result, Failure>(
    at position: Int, _ body: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard isCurrent else { return nil }
    return try list.checkedUpdate(at: position, nil, body)?.result
  }

  /// Replaces the contents of the list with these elements, in this order.
  ///
  /// - Parameter elements: The new contents, as for `LiveList.replaceAll`; of elements with equal
  ///   identities, only the first is used.
  /// - Returns: The elements that were rejected because an earlier one has the same identity.
  /// - Complexity: O(*n* log *n*).
  @inlinable
  @discardableResult
  public mutating func replaceAll(with elements: some Sequence<Element>) -> [Element] {
    guard isCurrent else { return [] }
    return list.checkedReplaceAll(with: elements, nil) { _, _ in false }
  }

  /// Replaces the contents of the list with these elements, in this order; equal content is not an
  /// update.
  ///
  /// - Parameter elements: The new contents, as for `LiveList.replaceAll`; of elements with equal
  ///   identities, only the first is used.
  /// - Returns: The elements that were rejected because an earlier one has the same identity.
  /// - Complexity: O(*n* log *n*).
  @inlinable
  @discardableResult
  public mutating func replaceAll(
    with elements: some Sequence<Element>
  ) -> [Element] where Element: Equatable {
    guard isCurrent else { return [] }
    return list.checkedReplaceAll(with: elements, nil) { $0 == $1 }
  }
}

// MARK: - Moving and removing

extension LiveList.Draft {
  /// Replaces the contents, except for the content of rows that are the same.
  @discardableResult
  package mutating func replaceAll(
    with elements: some Sequence<Element>, unless areSame: (Element, Element) -> Bool
  ) -> [Element] {
    guard isCurrent else { return [] }
    return list.checkedReplaceAll(with: elements, nil, unless: areSame)
  }

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
