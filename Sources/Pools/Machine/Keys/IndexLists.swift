/// Lists of small integers, one for each key of a keyed pool.
///
/// The keys are integers too. An integer is in one list at most, so all lists share their links,
/// and a list without integers needs only its two ends. Every operation is O(1) unless stated
/// otherwise.
struct IndexLists {
  private struct Link {
    var previous: Int32 = none
    var next: Int32 = none
  }

  private struct List {
    var front: Int32 = none
    var back: Int32 = none
    var count = 0
    var isTouched = false
  }

  private static var none: Int32 { -1 }

  private var links: [Link] = []
  private var lists: [List] = []
  /// The keys whose lists changed since ``popTouched()`` returned them.
  private var touched: [Int] = []

  func count(for keyIndex: Int) -> Int { keyIndex < lists.count ? lists[keyIndex].count : 0 }

  func first(for keyIndex: Int) -> Int? {
    keyIndex < lists.count ? Self.known(lists[keyIndex].front) : nil
  }

  func last(for keyIndex: Int) -> Int? {
    keyIndex < lists.count ? Self.known(lists[keyIndex].back) : nil
  }

  /// The integer at this position in the list of the key.
  ///
  /// - Complexity: O(`position`).
  func integer(at position: Int, for keyIndex: Int) -> Int? {
    guard position < count(for: keyIndex) else { return nil }
    var current = lists[keyIndex].front
    for _ in 0..<position { current = links[Int(current)].next }
    return Int(current)
  }

  /// The integer after this one, towards the back of its list.
  func integer(after integer: Int) -> Int? { Self.known(links[integer].next) }

  mutating func append(_ integer: Int, for keyIndex: Int) {
    insert(integer, before: nil, for: keyIndex)
  }

  /// Inserts an integer before another one of the same key, or at the back.
  mutating func insert(_ integer: Int, before next: Int?, for keyIndex: Int) {
    makeRoom(for: integer, of: keyIndex)
    let previous = next.map { links[$0].previous } ?? lists[keyIndex].back
    let next = next.map { Int32($0) } ?? Self.none
    links[integer] = Link(previous: previous, next: next)
    if previous == Self.none {
      lists[keyIndex].front = Int32(integer)
    } else {
      links[Int(previous)].next = Int32(integer)
    }
    if next == Self.none {
      lists[keyIndex].back = Int32(integer)
    } else {
      links[Int(next)].previous = Int32(integer)
    }
    lists[keyIndex].count += 1
  }

  mutating func remove(_ integer: Int, from keyIndex: Int) {
    touch(keyIndex)
    let link = links[integer]
    if link.previous == Self.none {
      lists[keyIndex].front = link.next
    } else {
      links[Int(link.previous)].next = link.next
    }
    if link.next == Self.none {
      lists[keyIndex].back = link.previous
    } else {
      links[Int(link.next)].previous = link.previous
    }
    lists[keyIndex].count -= 1
  }

  /// Records that this key changed.
  mutating func touch(_ keyIndex: Int) {
    while lists.count <= keyIndex { lists.append(List()) }
    guard !lists[keyIndex].isTouched else { return }
    lists[keyIndex].isTouched = true
    touched.append(keyIndex)
  }

  /// Removes and returns a key that changed since it was last returned.
  mutating func popTouched() -> Int? {
    guard let keyIndex = touched.popLast() else {
      touched.releaseSpareCapacity()
      return nil
    }
    // The key may have been closed, and its index freed, since it changed.
    if keyIndex < lists.count { lists[keyIndex].isTouched = false }
    return keyIndex
  }

  /// Frees the memory for integers from `count` on, which are in no list.
  mutating func shrink(integers count: Int) { links.shrink(to: count) }

  /// Frees the memory for keys from `count` on, which are closed.
  mutating func shrink(keys count: Int) { lists.shrink(to: count) }

  private mutating func makeRoom(for integer: Int, of keyIndex: Int) {
    touch(keyIndex)
    while links.count <= integer { links.append(Link()) }
  }

  private static func known(_ index: Int32) -> Int? { index == none ? nil : Int(index) }
}
