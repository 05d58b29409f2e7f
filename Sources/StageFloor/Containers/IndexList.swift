/// A doubly linked list of small integers without duplicates.
///
/// Every operation is O(1), and only the growth of the links allocates. Lists can share
/// ``IndexLinks`` if each integer is in at most one of them. Elements are appended at the back and
/// taken from the front; a pool uses these as the *cold* and *hot* ends, a waiting line as *oldest*
/// and *newest*.
@frozen
@usableFromInline
package struct IndexList: Sendable {
  @usableFromInline var links: IndexLinks
  @usableFromInline var ends: IndexLinks.Ends

  /// Creates an empty list.
  @inlinable
  package init() { self.init(links: IndexLinks(), ends: IndexLinks.Ends()) }

  /// Creates a copy of a list that shares its links with others.
  ///
  /// - Parameters:
  ///   - links: The links.
  ///   - ends: The ends of the list.
  @inlinable
  package init(links: IndexLinks, ends: IndexLinks.Ends) {
    self.links = links
    self.ends = ends
  }

  @inlinable package var count: Int { ends.count }
  @inlinable package var isEmpty: Bool { ends.isEmpty }

  @inlinable package var first: Int? { ends.first }
  @inlinable package var last: Int? { ends.last }

  /// The index after `index`, towards the back.
  @inlinable
  package func index(after index: Int) -> Int? { links.index(after: index) }

  /// The index before `index`, towards the front.
  @inlinable
  package func index(before index: Int) -> Int? { links.index(before: index) }

  /// Adds an index at the back.
  @inlinable
  package mutating func append(_ index: Int) { links.append(index, to: &ends) }

  /// Adds an index at the front.
  @inlinable
  package mutating func prepend(_ index: Int) {
    if let first { insert(index, before: first) } else { append(index) }
  }

  /// Inserts `index` before `next`, which is in the list.
  @inlinable
  package mutating func insert(_ index: Int, before next: Int) {
    links.insert(index, before: next, in: &ends)
  }

  /// Removes an index, which is in the list.
  @inlinable
  package mutating func remove(_ index: Int) { links.remove(index, from: &ends) }

  /// Frees the memory for indices from `count` on, which are not in the list.
  @inlinable
  package mutating func shrink(to count: Int) { links.shrink(to: count) }
}

extension IndexList: Sequence {
  /// Iterates from the front to the back.
  @inlinable
  package func makeIterator() -> AnyIterator<Int> {
    var current = first
    return AnyIterator {
      guard let index = current else { return nil }
      current = self.index(after: index)
      return index
    }
  }
}
