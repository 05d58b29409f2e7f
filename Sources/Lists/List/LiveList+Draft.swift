extension LiveList {
  /// The mutable view of a list inside a transaction.
  ///
  /// Only ``LiveList/transaction(origin:_:)`` creates drafts, and a draft is valid until its
  /// closure returns. Reads from a draft include the edits made so far.
  ///
  /// A draft cannot be copied or stored. The drafts of two nested transactions can still be
  /// swapped, and then outlive their closures. This is a programming error, which stops a debug
  /// build. In other builds each draft continues to edit the list that it was made for while its
  /// transaction runs. After that it reads as empty, changes nothing, and throws
  /// ``ListError/transactionEnded`` from the methods that can throw it.
  public struct Draft: ~Copyable {
    @usableFromInline let list: LiveList<Element>
    @usableFromInline let generation: UInt64

    @inlinable
    init(_ list: LiveList<Element>, generation: UInt64) {
      self.list = list
      self.generation = generation
    }

    @inlinable var isCurrent: Bool {
      if list.writerLock.isHeldByCurrentThread && list.writerState.pointee.generation == generation
      {
        return true
      }
      assertionFailure("The draft was made for a transaction that has ended.")
      return false
    }

    /// The number of elements.
    @inlinable public var count: Int { isCurrent ? list.writerTree.pointee.count : 0 }

    /// Whether there are no elements.
    @inlinable public var isEmpty: Bool { count == 0 }

    /// The positions of all elements.
    @inlinable public var indices: Range<Int> { 0..<count }

    /// The element at a position.
    ///
    /// - Parameter position: The position of the element.
    /// - Precondition: The position exists.
    /// - Complexity: O(log *n*).
    @inlinable
    public subscript(position: Int) -> Element {
      let count = count
      guard position >= 0, position < count else {
        ListMisuse.noRow(position, count: count, in: "a draft")
      }
      return list.writerTree.pointee.element(at: position)
    }

    /// The element with this identity; nil if there is none.
    ///
    /// - Parameter id: The identity to look up.
    /// - Complexity: O(log *n*).
    @inlinable
    public subscript(id id: Element.ID) -> Element? {
      isCurrent ? list.writerTree.pointee.element(for: id) : nil
    }

    /// Returns the position of the element with this identity.
    ///
    /// - Parameter id: The identity to look up.
    /// - Returns: The position; nil if there is no such element.
    /// - Complexity: O(log *n*).
    @inlinable
    public func index(of id: Element.ID) -> Int? {
      isCurrent ? list.writerTree.pointee.position(of: id) : nil
    }

    /// Returns whether there is an element with this identity.
    ///
    /// - Parameter id: The identity to look up.
    /// - Returns: Whether the list contains it.
    /// - Complexity: O(log *n*).
    @inlinable
    public func contains(id: Element.ID) -> Bool {
      isCurrent && list.writerTree.pointee.contains(id)
    }

    /// All elements, in order.
    ///
    /// - Complexity: O(*n*).
    public var elements: [Element] {
      var result: [Element] = []
      guard isCurrent else { return result }
      result.reserveCapacity(count)
      list.writerTree.pointee.forEachChunk { result.append(contentsOf: $0) }
      return result
    }
  }
}

@available(*, unavailable)
extension LiveList.Draft: Sendable {}
