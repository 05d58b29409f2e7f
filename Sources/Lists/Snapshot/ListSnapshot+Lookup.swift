extension ListSnapshot {
  /// Where the row with this identity stands.
  ///
  /// - Parameter id: whose position is asked for.
  /// - Returns: its position, or nil if it is not in this version of the list.
  /// - Complexity: O(log *n*).
  @inlinable
  public func index(of id: Element.ID) -> Int? { storage.tree.position(of: id) }

  /// The row with this identity; nil if it is not in this version of the list.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public subscript(id id: Element.ID) -> Element? { storage.tree.element(for: id) }

  /// Whether a row with this identity is in this version of the list.
  ///
  /// - Parameter id: whose row is asked for.
  /// - Returns: whether it is there.
  /// - Complexity: O(log *n*).
  @inlinable
  public func contains(id: Element.ID) -> Bool { storage.tree.contains(id) }

  /// Calls `body` with all rows, many at a time, from the first to the last.
  ///
  /// This is the fastest way over a snapshot: the rows of a chunk lie side by side in memory.
  ///
  /// ```swift
  /// var pages = 0
  /// rows.forEachChunk { chunk in
  ///   for index in chunk.indices { pages += chunk[index].pages }
  /// }
  /// ```
  ///
  /// - Parameter body: called with each chunk; none of them is empty.
  /// - Throws: what `body` throws; then it is not called again.
  /// - Complexity: O(*n*).
  @inlinable
  public func forEachChunk<Failure>(
    _ body: (Span<Element>) throws(Failure) -> Void
  ) throws(Failure) {
    try storage.tree.forEachChunk { chunk throws(Failure) in try body(chunk.span) }
  }
}
