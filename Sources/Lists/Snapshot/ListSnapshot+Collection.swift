extension ListSnapshot: RandomAccessCollection {
  /// An iterator over the rows.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let storage: ListVersion<Element>
    @usableFromInline var cursor: TreeCursor<Element>

    @inlinable
    init(_ storage: ListVersion<Element>) {
      self.storage = storage
      cursor = storage.tree.cursor()
    }

    /// Returns the next row, or nil at the end.
    @inlinable
    @inline(__always)
    public mutating func next() -> Element? { cursor.next() }
  }

  /// The position of the first row: 0.
  @inlinable public var startIndex: Int { 0 }
  /// The position after the last row: the number of rows.
  @inlinable public var endIndex: Int { storage.tree.count }
  /// The number of rows.
  @inlinable public var count: Int { storage.tree.count }

  /// The row at a position.
  ///
  /// - Parameter position: The position of the row.
  /// - Precondition: The position exists.
  /// - Complexity: O(log *n*). To visit all rows, iterate, or call ``forEachChunk(_:)``, which is
  ///   faster still.
  @inlinable
  public subscript(position: Int) -> Element {
    let count = storage.tree.count
    guard position >= 0, position < count else {
      ListMisuse.noRow(position, count: count, in: "a snapshot")
    }
    return storage.tree.element(at: position)
  }

  /// Returns an iterator over the rows.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(storage) }
}
