/// A doubly linked list of small integers without duplicates.
///
/// The links are stored in one array, so every operation is O(1) and only the growth of that array
/// allocates. Elements are appended at the back and taken from the front; a pool uses these as the
/// *cold* and *hot* ends, a waiting line as *oldest* and *newest*.
struct IndexList {
  private struct Link {
    var previous: Int32
    var next: Int32
  }

  /// The value of `previous` and `next` for "no neighbour".
  private static var none: Int32 { -1 }
  /// The value of `previous` for an index that is not in the list.
  private static var absent: Int32 { -2 }

  private var links: [Link] = []
  private var front: Int32 = none
  private var back: Int32 = none

  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  var first: Int? { front == Self.none ? nil : Int(front) }
  var last: Int? { back == Self.none ? nil : Int(back) }

  func contains(_ index: Int) -> Bool {
    index < links.count && links[index].previous != Self.absent
  }

  /// The index after `index`, towards the back.
  func index(after index: Int) -> Int? {
    let next = links[index].next
    return next == Self.none ? nil : Int(next)
  }

  /// The index before `index`, towards the front.
  func index(before index: Int) -> Int? {
    let previous = links[index].previous
    return previous == Self.none ? nil : Int(previous)
  }

  mutating func append(_ index: Int) {
    makeRoom(for: index)
    links[index] = Link(previous: back, next: Self.none)
    if back == Self.none { front = Int32(index) } else { links[Int(back)].next = Int32(index) }
    back = Int32(index)
    count += 1
  }

  mutating func prepend(_ index: Int) {
    if let first { insert(index, before: first) } else { append(index) }
  }

  /// Inserts `index` before `next`, which is in the list.
  mutating func insert(_ index: Int, before next: Int) {
    makeRoom(for: index)
    let previous = links[next].previous
    links[index] = Link(previous: previous, next: Int32(next))
    links[next].previous = Int32(index)
    if previous == Self.none {
      front = Int32(index)
    } else {
      links[Int(previous)].next = Int32(index)
    }
    count += 1
  }

  mutating func remove(_ index: Int) {
    let link = links[index]
    if link.previous == Self.none {
      front = link.next
    } else {
      links[Int(link.previous)].next = link.next
    }
    if link.next == Self.none {
      back = link.previous
    } else {
      links[Int(link.next)].previous = link.previous
    }
    links[index] = Link(previous: Self.absent, next: Self.none)
    count -= 1
  }

  /// Frees the memory for indices from `count` on, which are not in the list.
  mutating func shrink(to count: Int) { links.shrink(to: count) }

  private mutating func makeRoom(for index: Int) {
    while links.count <= index {
      links.append(Link(previous: Self.absent, next: Self.none))
    }
  }
}

extension IndexList: Sequence {
  /// Iterates from the front to the back.
  func makeIterator() -> AnyIterator<Int> {
    var current = first
    return AnyIterator {
      guard let index = current else { return nil }
      current = self.index(after: index)
      return index
    }
  }
}
