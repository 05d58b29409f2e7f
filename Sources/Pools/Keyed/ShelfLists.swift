/// Lists of small integers, one for each key of a keyed pool.
///
/// The keys are numbered too, by their *shelves*. An integer is on one shelf at most, so all lists
/// share their links, and a shelf without integers needs only its two ends. Every operation is O(1)
/// unless stated otherwise.
struct ShelfLists {
  private struct Link {
    var previous: Int32 = none
    var next: Int32 = none
  }

  private struct Shelf {
    var front: Int32 = none
    var back: Int32 = none
    var count = 0
    var isTouched = false
  }

  private static var none: Int32 { -1 }

  private var links: [Link] = []
  private var shelves: [Shelf] = []
  /// Shelves that changed since ``popTouched()`` returned them.
  private var touched: [Int] = []

  func count(on shelf: Int) -> Int { shelf < shelves.count ? shelves[shelf].count : 0 }

  func first(on shelf: Int) -> Int? {
    shelf < shelves.count ? Self.known(shelves[shelf].front) : nil
  }

  func last(on shelf: Int) -> Int? {
    shelf < shelves.count ? Self.known(shelves[shelf].back) : nil
  }

  /// The integer at this position on the shelf.
  ///
  /// - Complexity: O(`position`).
  func integer(at position: Int, on shelf: Int) -> Int? {
    guard position < count(on: shelf) else { return nil }
    var current = shelves[shelf].front
    for _ in 0..<position { current = links[Int(current)].next }
    return Int(current)
  }

  /// The integer after this one, towards the back of its shelf.
  func integer(after integer: Int) -> Int? { Self.known(links[integer].next) }

  mutating func append(_ integer: Int, on shelf: Int) {
    insert(integer, before: nil, on: shelf)
  }

  /// Inserts an integer before another one on the same shelf, or at the back.
  mutating func insert(_ integer: Int, before next: Int?, on shelf: Int) {
    makeRoom(for: integer, on: shelf)
    let previous = next.map { links[$0].previous } ?? shelves[shelf].back
    let next = next.map { Int32($0) } ?? Self.none
    links[integer] = Link(previous: previous, next: next)
    if previous == Self.none {
      shelves[shelf].front = Int32(integer)
    } else {
      links[Int(previous)].next = Int32(integer)
    }
    if next == Self.none {
      shelves[shelf].back = Int32(integer)
    } else {
      links[Int(next)].previous = Int32(integer)
    }
    shelves[shelf].count += 1
  }

  mutating func remove(_ integer: Int, from shelf: Int) {
    touch(shelf)
    let link = links[integer]
    if link.previous == Self.none {
      shelves[shelf].front = link.next
    } else {
      links[Int(link.previous)].next = link.next
    }
    if link.next == Self.none {
      shelves[shelf].back = link.previous
    } else {
      links[Int(link.next)].previous = link.previous
    }
    shelves[shelf].count -= 1
  }

  /// Records that this shelf changed.
  mutating func touch(_ shelf: Int) {
    while shelves.count <= shelf { shelves.append(Shelf()) }
    guard !shelves[shelf].isTouched else { return }
    shelves[shelf].isTouched = true
    touched.append(shelf)
  }

  /// Removes and returns a shelf that changed since it was last returned.
  mutating func popTouched() -> Int? {
    guard let shelf = touched.popLast() else {
      touched.releaseSpareCapacity()
      return nil
    }
    // The shelf may have been closed, and its number freed, since it changed.
    if shelf < shelves.count { shelves[shelf].isTouched = false }
    return shelf
  }

  /// Frees the memory for integers from `count` on, which are on no shelf.
  mutating func shrink(integers count: Int) { links.shrink(to: count) }

  /// Frees the memory for shelves from `count` on, which are closed.
  mutating func shrink(shelves count: Int) { shelves.shrink(to: count) }

  private mutating func makeRoom(for integer: Int, on shelf: Int) {
    touch(shelf)
    while links.count <= integer { links.append(Link()) }
  }

  private static func known(_ index: Int32) -> Int? { index == none ? nil : Int(index) }
}
