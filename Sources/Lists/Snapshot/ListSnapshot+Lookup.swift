extension ListSnapshot {
  /// Returns the position of the row with this identity.
  ///
  /// - Parameter id: The identity to look up.
  /// - Returns: The position, or nil if this version of the list has no such row.
  /// - Complexity: O(log *n*).
  @inlinable
  public func index(of id: Element.ID) -> Int? { storage.tree.position(of: id) }

  /// The row with this identity; nil if this version of the list has none.
  ///
  /// - Parameter id: The identity to look up.
  /// - Complexity: O(log *n*).
  @inlinable
  public subscript(id id: Element.ID) -> Element? { storage.tree.element(for: id) }

  /// Returns whether this version of the list has a row with this identity.
  ///
  /// - Parameter id: The identity to look up.
  /// - Returns: Whether the version contains it.
  /// - Complexity: O(log *n*).
  @inlinable
  public func contains(id: Element.ID) -> Bool { storage.tree.contains(id) }

  /// Calls a closure with all rows in order, in contiguous chunks.
  ///
  /// This is the fastest way to visit all rows: the rows of a chunk are contiguous in memory.
  ///
  /// ```swift
  /// var pages = 0
  /// rows.forEachChunk { chunk in
  ///   for index in chunk.indices { pages += chunk[index].pages }
  /// }
  /// ```
  ///
  /// - Parameter body: Called with each chunk; chunks are not empty.
  /// - Throws: The error thrown by `body`, which ends the iteration.
  /// - Complexity: O(*n*).
  @inlinable
  public func forEachChunk<Failure>(
    _ body: (Span<Element>) throws(Failure) -> Void
  ) throws(Failure) {
    try storage.tree.forEachChunk { chunk throws(Failure) in try body(chunk.span) }
  }
}
