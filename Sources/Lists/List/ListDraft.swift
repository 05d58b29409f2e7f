/// A list as a transaction edits it.
///
/// Only ``LiveList/transaction(origin:_:)`` makes drafts, and a draft is good until its closure
/// returns. What is read from it includes the edits that were made so far.
///
/// A draft cannot be copied or kept. Two drafts of nested transactions can still be swapped, and
/// then outlive their closures: that is a mistake, which stops a debug build. In other builds each
/// draft goes on editing the list that it was made for, as long as its transaction runs; after that
/// it is empty, changes nothing, and says so where it can: ``ListError/transactionEnded``.
public struct ListDraft<Element: Identifiable & Sendable>: ~Copyable where Element.ID: Sendable {
  @usableFromInline let list: LiveList<Element>
  @usableFromInline let turn: UInt64

  @inlinable
  init(_ list: LiveList<Element>, turn: UInt64) {
    self.list = list
    self.turn = turn
  }

  /// Whether the draft's transaction runs, on this thread.
  @inlinable var isCurrent: Bool {
    if list.writer.isMine && list.desk.pointee.turn == turn { return true }
    assertionFailure("The draft was made for a transaction that has ended.")
    return false
  }

  /// How many elements there are.
  @inlinable public var count: Int { isCurrent ? list.tree.pointee.count : 0 }

  /// Whether there are no elements.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// The positions of all elements.
  @inlinable public var indices: Range<Int> { 0..<count }

  /// The element at a position.
  ///
  /// - Precondition: there is one.
  /// - Complexity: O(log *n*).
  @inlinable
  public subscript(position: Int) -> Element {
    let count = count
    guard position >= 0, position < count else {
      ListMisuse.noRow(position, count: count, in: "a draft")
    }
    return list.tree.pointee.element(at: position)
  }

  /// The element with this identity; nil if there is none.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public subscript(id id: Element.ID) -> Element? {
    isCurrent ? list.tree.pointee.element(for: id) : nil
  }

  /// Where the element with this identity stands.
  ///
  /// - Parameter id: whose position is asked for.
  /// - Returns: its position; nil if there is no such element.
  /// - Complexity: O(log *n*).
  @inlinable
  public func index(of id: Element.ID) -> Int? {
    isCurrent ? list.tree.pointee.position(of: id) : nil
  }

  /// Whether there is an element with this identity.
  ///
  /// - Parameter id: whose element is asked for.
  /// - Returns: whether it is there.
  /// - Complexity: O(log *n*).
  @inlinable
  public func contains(id: Element.ID) -> Bool {
    isCurrent && list.tree.pointee.contains(id)
  }

  /// All elements in their order.
  ///
  /// - Complexity: O(*n*).
  public var elements: [Element] {
    var result: [Element] = []
    guard isCurrent else { return result }
    result.reserveCapacity(count)
    list.tree.pointee.forEachChunk { result.append(contentsOf: $0) }
    return result
  }
}

@available(*, unavailable)
extension ListDraft: Sendable {}
