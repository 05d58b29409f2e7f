/// A doubly linked list of small integers without duplicates.
///
/// Every operation is O(1), and only the growth of the links allocates. Elements are appended at
/// the back and taken from the front: a pool's *cold* and *hot* ends, a line's *oldest* and
/// *newest*.
@frozen
@usableFromInline
package struct IndexList: Sendable {
  @usableFromInline var links: IndexLinks
  @usableFromInline var ends: IndexLinks.Ends

  @inlinable
  package init() { self.init(links: IndexLinks(), ends: IndexLinks.Ends()) }

  /// A copy of a list that shares its links with others.
  @inlinable
  package init(links: IndexLinks, ends: IndexLinks.Ends) {
    self.links = links
    self.ends = ends
  }

  @inlinable package var count: Int { ends.count }
  @inlinable package var isEmpty: Bool { ends.isEmpty }

  @inlinable package var first: Int? { ends.first }
  @inlinable package var last: Int? { ends.last }

  @inlinable
  package func index(after index: Int) -> Int? { links.index(after: index) }

  @inlinable
  package func index(before index: Int) -> Int? { links.index(before: index) }

  @inlinable
  package mutating func append(_ index: Int) { links.append(index, to: &ends) }

  @inlinable
  package mutating func prepend(_ index: Int) {
    if let first { insert(index, before: first) } else { append(index) }
  }

  @inlinable
  package mutating func insert(_ index: Int, before next: Int) {
    links.insert(index, before: next, in: &ends)
  }

  @inlinable
  package mutating func remove(_ index: Int) { links.remove(index, from: &ends) }

  @inlinable
  package mutating func shrink(to count: Int) { links.shrink(to: count) }
}

extension IndexList: Sequence {
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
