extension LiveList {
  /// Adds an element at the end.
  ///
  /// - Parameters:
  ///   - element: what to add.
  ///   - origin: where the edit comes from.
  /// - Throws: ``ListError/duplicateID``.
  /// - Complexity: O(log *n*).
  @inlinable
  public func append(_ element: Element, origin: ListOrigin? = nil) throws(ListError) {
    try edit { () throws(ListError) in try putLast(element, origin) }
  }

  /// Inserts an element before the one at a position.
  ///
  /// - Parameters:
  ///   - element: what to insert.
  ///   - position: where it is to stand; the count of the list stands for its end.
  ///   - origin: where the edit comes from.
  /// - Throws: ``ListError/duplicateID``, or ``ListError/positionOutOfRange(_:count:)``.
  /// - Complexity: O(log *n*).
  @inlinable
  public func insert(
    _ element: Element, at position: Int, origin: ListOrigin? = nil
  ) throws(ListError) {
    try edit { () throws(ListError) in try put(element, at: position, origin) }
  }

  /// Inserts an element before another.
  ///
  /// - Parameters:
  ///   - element: what to insert.
  ///   - neighbour: the identity of the element before which it is to stand.
  ///   - origin: where the edit comes from.
  /// - Throws: ``ListError/duplicateID``, or ``ListError/unknownID`` if there is no such neighbour.
  /// - Complexity: O(log *n*).
  @inlinable
  public func insert(
    _ element: Element, before neighbour: Element.ID, origin: ListOrigin? = nil
  ) throws(ListError) {
    try edit { () throws(ListError) in try put(element, 0, from: neighbour, origin) }
  }

  /// Inserts an element after another.
  ///
  /// - Parameters:
  ///   - element: what to insert.
  ///   - neighbour: the identity of the element after which it is to stand.
  ///   - origin: where the edit comes from.
  /// - Throws: ``ListError/duplicateID``, or ``ListError/unknownID`` if there is no such neighbour.
  /// - Complexity: O(log *n*).
  @inlinable
  public func insert(
    _ element: Element, after neighbour: Element.ID, origin: ListOrigin? = nil
  ) throws(ListError) {
    try edit { () throws(ListError) in try put(element, 1, from: neighbour, origin) }
  }

  /// Replaces the element with the same identity where it stands, or adds a new one at the end.
  ///
  /// - Parameters:
  ///   - element: the new content.
  ///   - origin: where the edit comes from.
  /// - Returns: what was replaced; nil if the element is new.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public func upsert(_ element: Element, origin: ListOrigin? = nil) -> Element? {
    edit { putOrReplace(element, origin) }
  }

  /// Changes the content of an element.
  ///
  /// The closure works on a copy, before any lock that readers need is taken. An edit of the list
  /// that it makes joins this one: both are published together, or not at all if it throws.
  ///
  /// - Parameters:
  ///   - id: whose content to change.
  ///   - origin: where the edit comes from.
  ///   - body: called once with the content, if there is such an element. It must not change the
  ///     element's identity: the program stops with a sentence that names both.
  /// - Returns: what `body` returns; nil if there is no such element, or not any more.
  /// - Throws: what `body` throws; then nothing has changed.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public func update<Result, Failure>(
    _ id: Element.ID, origin: ListOrigin? = nil,
    _ body: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try edit { () throws(Failure) in try change(id, origin, body) }?.result
  }

  /// Changes the content of the element at a position.
  ///
  /// Positions change with every edit of any thread: this is for transactions, and for lists that
  /// only one thread edits.
  ///
  /// - Parameters:
  ///   - position: where the element stands.
  ///   - origin: where the edit comes from.
  ///   - body: called once with the content, if there is such a position. It must not change the
  ///     element's identity, as ``update(_:origin:_:)`` says.
  /// - Returns: what `body` returns; nil if there is no such position.
  /// - Throws: what `body` throws; then nothing has changed.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  public func update<Result, Failure>(
    at position: Int, origin: ListOrigin? = nil,
    _ body: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try edit { () throws(Failure) in try change(at: position, origin, body) }?.result
  }
}
