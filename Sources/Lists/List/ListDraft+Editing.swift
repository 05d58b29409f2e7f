extension ListDraft {
  @inlinable
  func check() throws(ListError) {
    guard isCurrent else { throw .transactionEnded }
  }

  /// Adds an element at the end.
  ///
  /// - Parameter element: what to add.
  /// - Throws: ``ListError/duplicateID``.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func append(_ element: Element) throws(ListError) {
    try check()
    try list.putLast(element, nil)
  }

  /// Inserts an element before the one at a position.
  ///
  /// - Parameters:
  ///   - element: what to insert.
  ///   - position: where it is to stand; the count of the draft stands for its end.
  /// - Throws: ``ListError/duplicateID``, or ``ListError/positionOutOfRange(_:count:)``.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func insert(_ element: Element, at position: Int) throws(ListError) {
    try check()
    try list.put(element, at: position, nil)
  }

  /// Inserts an element before another.
  ///
  /// - Parameters:
  ///   - element: what to insert.
  ///   - neighbour: the identity of the element before which it is to stand.
  /// - Throws: ``ListError/duplicateID``, or ``ListError/unknownID`` if there is no such neighbour.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func insert(
    _ element: Element, before neighbour: Element.ID
  ) throws(ListError) {
    try check()
    try list.put(element, 0, from: neighbour, nil)
  }

  /// Inserts an element after another.
  ///
  /// - Parameters:
  ///   - element: what to insert.
  ///   - neighbour: the identity of the element after which it is to stand.
  /// - Throws: ``ListError/duplicateID``, or ``ListError/unknownID`` if there is no such neighbour.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func insert(
    _ element: Element, after neighbour: Element.ID
  ) throws(ListError) {
    try check()
    try list.put(element, 1, from: neighbour, nil)
  }

  /// Replaces the element with the same identity where it stands, or adds a new one at the end.
  ///
  /// - Parameter element: the new content.
  /// - Returns: what was replaced; nil if the element is new.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public mutating func upsert(_ element: Element) -> Element? {
    guard isCurrent else { return nil }
    return list.putOrReplace(element, nil)
  }

  /// Changes the content of an element.
  ///
  /// - Parameters:
  ///   - id: whose content to change.
  ///   - body: called once with the content, if there is such an element. It must not change the
  ///     element's identity, as ``LiveList/update(_:origin:_:)`` says.
  /// - Returns: what `body` returns; nil if there is no such element, or not any more.
  /// - Throws: what `body` throws; then the element is as it was.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public mutating func update<Result, Failure>(
    _ id: Element.ID, _ body: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard isCurrent else { return nil }
    return try list.change(id, nil, body)?.result
  }

  /// Changes the content of the element at a position.
  ///
  /// - Parameters:
  ///   - position: where the element stands.
  ///   - body: called once with the content, if there is such a position. It must not change the
  ///     element's identity, as ``LiveList/update(_:origin:_:)`` says.
  /// - Returns: what `body` returns; nil if there is no such position.
  /// - Throws: what `body` throws; then the element is as it was.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public mutating func update<Result, Failure>(
    at position: Int, _ body: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard isCurrent else { return nil }
    return try list.change(at: position, nil, body)?.result
  }

  /// Makes the list consist of these elements, in this order.
  ///
  /// - Parameter elements: what the list is to have, as `LiveList.replaceAll` itself says;
  ///   of those with one identity only the first.
  /// - Returns: the elements that were not taken, because one with their identity came before.
  /// - Complexity: O(*n* log *n*).
  @inlinable
  @discardableResult
  public mutating func replaceAll(with elements: some Sequence<Element>) -> [Element] {
    guard isCurrent else { return [] }
    return list.replaceRows(with: elements, nil) { _, _ in false }
  }

  /// Makes the list consist of these elements, in this order; equal content is no update.
  ///
  /// - Parameter elements: what the list is to have, as `LiveList.replaceAll` itself says;
  ///   of those with one identity only the first.
  /// - Returns: the elements that were not taken, because one with their identity came before.
  /// - Complexity: O(*n* log *n*).
  @inlinable
  @discardableResult
  public mutating func replaceAll(
    with elements: some Sequence<Element>
  ) -> [Element] where Element: Equatable {
    guard isCurrent else { return [] }
    return list.replaceRows(with: elements, nil) { $0 == $1 }
  }
}
