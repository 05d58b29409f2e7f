/// The sections of a grouped list while it is being edited, in their order.
@usableFromInline
struct SectionCounts<Key: Hashable & Sendable>: Sendable {
  @usableFromInline private(set) var keys: [Key]
  /// How many rows each section has.
  @usableFromInline private(set) var counts: [Int]
  private let order: @Sendable (Key, Key) -> Bool

  @usableFromInline
  init(_ table: GroupedTable<Key>, order: @escaping @Sendable (Key, Key) -> Bool) {
    self.order = order
    keys = table.keys
    counts = table.counts
  }

  /// How many rows stand before each section.
  @usableFromInline var starts: [Int] {
    var end = 0
    return counts.map { count in
      defer { end += count }
      return end
    }
  }

  /// Where the section with this key is, or would be.
  ///
  /// Sections that the order does not tell apart stand one after another.
  private func find(_ key: Key) -> (index: Int, isThere: Bool) {
    let place = search(key)
    if place.isThere { return place }
    // An order that contradicts itself, such as `<=`, hides sections from the search.
    return keys.firstIndex(of: key).map { ($0, true) } ?? place
  }

  private func search(_ key: Key) -> (index: Int, isThere: Bool) {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = low + (high - low) / 2
      if order(keys[middle], key) { low = middle + 1 } else { high = middle }
    }
    while low < keys.count, keys[low] != key {
      if order(key, keys[low]) { return (low, false) }
      low += 1
    }
    return (low, low < keys.count)
  }

  /// The number of the section with this key, which there is.
  @usableFromInline
  func number(of key: Key) -> Int { find(key).index }

  /// Makes sure that there is a section with this key.
  @usableFromInline
  mutating func add(_ key: Key) {
    let place = find(key)
    if place.isThere { return }
    keys.insert(key, at: place.index)
    counts.insert(0, at: place.index)
  }

  @usableFromInline
  mutating func count(_ difference: Int, in number: Int) { counts[number] += difference }

  @usableFromInline
  mutating func dropEmpty() {
    guard counts.contains(0) else { return }
    keys = zip(keys, counts).filter { $0.1 > 0 }.map(\.0)
    counts.removeAll { $0 == 0 }
  }
}
