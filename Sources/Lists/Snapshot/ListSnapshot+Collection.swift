extension ListSnapshot: RandomAccessCollection {
  /// The rows from the first to the last.
  public struct Iterator: IteratorProtocol {
    /// Keeps what the cursor reads.
    @usableFromInline let storage: ListVersion<Element>
    @usableFromInline var cursor: TreeCursor<Element>

    @inlinable
    init(_ storage: ListVersion<Element>) {
      self.storage = storage
      cursor = storage.tree.cursor()
    }

    /// The next row, or nil at the end.
    @inlinable
    @inline(__always)
    public mutating func next() -> Element? { cursor.next() }
  }

  /// The position of the first row: 0.
  @inlinable public var startIndex: Int { 0 }
  /// One more than the position of the last row.
  @inlinable public var endIndex: Int { storage.tree.count }
  /// How many rows there are.
  @inlinable public var count: Int { storage.tree.count }

  /// The row at a position.
  ///
  /// - Precondition: there is one.
  /// - Complexity: O(log *n*). Iteration, and ``forEachChunk(_:)`` more so, is faster than a walk
  ///   over positions.
  @inlinable
  public subscript(position: Int) -> Element {
    let count = storage.tree.count
    guard position >= 0, position < count else {
      ListMisuse.noRow(position, count: count, in: "a snapshot")
    }
    return storage.tree.element(at: position)
  }

  /// Begins to walk over the rows.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(storage) }
}
