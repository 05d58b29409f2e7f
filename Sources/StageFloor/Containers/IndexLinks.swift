/// The links of doubly linked lists of small integers, each of which is in one list at most.
///
/// A list that contains nothing needs only its ends. The links are in one array: every operation is
/// O(1), and only the growth of that array allocates. ``IndexList`` shares nothing.
@frozen
@usableFromInline
package struct IndexLinks: Sendable {
  @frozen
  @usableFromInline
  package struct Ends: Sendable {
    @usableFromInline var front: Int32 = -1
    @usableFromInline var back: Int32 = -1
    @usableFromInline var size = 0

    @inlinable
    package init() {}

    @inlinable package var count: Int { size }
    @inlinable package var isEmpty: Bool { size == 0 }

    @inlinable package var first: Int? { IndexLinks.known(front) }
    @inlinable package var last: Int? { IndexLinks.known(back) }
  }

  @frozen
  @usableFromInline
  struct Link: Sendable {
    @usableFromInline var previous: Int32
    @usableFromInline var next: Int32

    @inlinable
    init(previous: Int32, next: Int32) {
      self.previous = previous
      self.next = next
    }
  }

  @inlinable static var none: Int32 { -1 }

  /// The neighbours of each integer; those of an integer in no list are undefined.
  @usableFromInline var links: [Link] = []

  @inlinable
  package init() {}

  @inlinable
  package func index(after index: Int) -> Int? { Self.known(links[index].next) }

  @inlinable
  package func index(before index: Int) -> Int? { Self.known(links[index].previous) }

  @inlinable
  package mutating func append(_ index: Int, to list: inout Ends) {
    makeRoom(for: index)
    let number = Int32(index)
    links[index] = Link(previous: list.back, next: Self.none)
    if list.back == Self.none { list.front = number } else { links[Int(list.back)].next = number }
    list.back = number
    list.size &+= 1
  }

  @inlinable
  package mutating func insert(_ index: Int, before next: Int, in list: inout Ends) {
    makeRoom(for: index)
    let number = Int32(index)
    let previous = links[next].previous
    links[index] = Link(previous: previous, next: Int32(next))
    links[next].previous = number
    if previous == Self.none { list.front = number } else { links[Int(previous)].next = number }
    list.size &+= 1
  }

  @inlinable
  package mutating func remove(_ index: Int, from list: inout Ends) {
    let link = links[index]
    if link.previous == Self.none {
      list.front = link.next
    } else {
      links[Int(link.previous)].next = link.next
    }
    if link.next == Self.none {
      list.back = link.previous
    } else {
      links[Int(link.next)].previous = link.previous
    }
    list.size &-= 1
  }

  /// Puts an integer that is in no list on top of a stack, which uses its links and allocates
  /// nothing.
  @inlinable
  package mutating func push(_ index: Int, onto stack: inout Int?) {
    links[index].next = stack.map { Int32($0) } ?? Self.none
    stack = index
  }

  @inlinable
  package mutating func pop(from stack: inout Int?) -> Int? {
    guard let index = stack else { return nil }
    stack = Self.known(links[index].next)
    return index
  }

  /// Frees the memory for integers from `count` on, which are in no list.
  @inlinable
  package mutating func shrink(to count: Int) { links.shrink(to: count) }

  @inlinable
  mutating func makeRoom(for index: Int) {
    while links.count <= index { links.append(Link(previous: Self.none, next: Self.none)) }
  }

  @inlinable
  static func known(_ number: Int32) -> Int? { number == none ? nil : Int(number) }
}
