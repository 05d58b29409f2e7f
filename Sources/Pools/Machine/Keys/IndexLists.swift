internal import StageFloor

/// Lists of small integers, one for each key of a keyed pool.
///
/// An integer is in one list at most, so all lists share their links, and an empty list needs only
/// its two ends. Every operation is O(1) unless stated otherwise.
struct IndexLists {
  private struct List {
    var ends = IndexLinks.Ends()
    var isTouched = false
  }

  private var links = IndexLinks()
  private var lists: [List] = []
  /// The keys whose lists changed since ``popTouched()`` returned them.
  private var touched: [Int] = []

  func count(for keyIndex: Int) -> Int { keyIndex < lists.count ? lists[keyIndex].ends.count : 0 }

  func first(for keyIndex: Int) -> Int? {
    keyIndex < lists.count ? lists[keyIndex].ends.first : nil
  }

  func last(for keyIndex: Int) -> Int? {
    keyIndex < lists.count ? lists[keyIndex].ends.last : nil
  }

  /// O(`position`).
  func integer(at position: Int, for keyIndex: Int) -> Int? {
    var current = first(for: keyIndex)
    for _ in 0..<position {
      guard let integer = current else { return nil }
      current = links.index(after: integer)
    }
    return current
  }

  func integer(after integer: Int) -> Int? { links.index(after: integer) }

  mutating func append(_ integer: Int, for keyIndex: Int) {
    touch(keyIndex)
    links.append(integer, to: &lists[keyIndex].ends)
  }

  mutating func insert(_ integer: Int, before next: Int?, for keyIndex: Int) {
    guard let next else { return append(integer, for: keyIndex) }
    touch(keyIndex)
    links.insert(integer, before: next, in: &lists[keyIndex].ends)
  }

  mutating func remove(_ integer: Int, from keyIndex: Int) {
    touch(keyIndex)
    links.remove(integer, from: &lists[keyIndex].ends)
  }

  mutating func appendUntouched(_ integer: Int, for keyIndex: Int) {
    guard keyIndex < lists.count else { return append(integer, for: keyIndex) }
    links.append(integer, to: &lists[keyIndex].ends)
  }

  mutating func removeUntouched(_ integer: Int, from keyIndex: Int) {
    links.remove(integer, from: &lists[keyIndex].ends)
  }

  mutating func touch(_ keyIndex: Int) {
    while lists.count <= keyIndex { lists.append(List()) }
    guard !lists[keyIndex].isTouched else { return }
    lists[keyIndex].isTouched = true
    touched.append(keyIndex)
  }

  mutating func popTouched() -> Int? {
    guard let keyIndex = touched.popLast() else {
      touched.releaseSpareCapacity()
      return nil
    }
    // The key may have been closed, and its index freed, since it changed.
    if keyIndex < lists.count { lists[keyIndex].isTouched = false }
    return keyIndex
  }

  mutating func shrink(integers count: Int) { links.shrink(to: count) }

  mutating func shrink(keys count: Int) { lists.shrink(to: count) }
}
