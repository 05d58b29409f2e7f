@usableFromInline
struct SectionCounts<Key: Hashable & Sendable>: Sendable {
  @usableFromInline var keys: [Key]
  @usableFromInline var counts: [Int]
  @usableFromInline let order: @Sendable (Key, Key) -> Bool
  /// The numbers of all sections by key; created when binary search does not find a section.
  @usableFromInline var numbers: [Key: Int]?

  @inlinable
  init(_ table: GroupedTable<Key>, order: @escaping @Sendable (Key, Key) -> Bool) {
    self.order = order
    keys = table.keys
    counts = table.counts
  }

  @inlinable var starts: [Int] {
    var end = 0
    return counts.map { count in
      defer { end += count }
      return end
    }
  }

  @inlinable
  mutating func count(_ difference: Int, in number: Int) { counts[number] += difference }

  @inlinable
  mutating func dropEmpty() {
    guard counts.contains(0) else { return }
    keys = zip(keys, counts).filter { $0.1 > 0 }.map(\.0)
    counts.removeAll { $0 == 0 }
    numbers = nil
  }
}

// MARK: - Finding sections

extension SectionCounts {
  @inlinable
  mutating func number(of key: Key) -> Int? {
    if keys.count <= 1 { return keys.first == key ? 0 : nil }
    if numbers == nil {
      if let number = search(key) { return number }
      numberAll()
    }
    return numbers?[key]
  }

  /// Searches by the order of the sections; misses sections that the order does not distinguish
  /// from many others, and sections hidden by an inconsistent order such as `<=`.
  @inlinable
  func search(_ key: Key) -> Int? {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = low + (high - low) / 2
      if order(keys[middle], key) { low = middle + 1 } else { high = middle }
    }
    for number in low..<min(low + 4, keys.count) where keys[number] == key { return number }
    return nil
  }

  @inlinable
  mutating func numberAll() {
    var numbers: [Key: Int] = [:]
    numbers.reserveCapacity(keys.count)
    for (number, key) in keys.enumerated() { numbers[key] = number }
    self.numbers = numbers
  }

  @inlinable
  mutating func prepare(forSearches searches: Int) {
    if numbers == nil, keys.count > 1, searches >= keys.count / 8 { numberAll() }
  }
}

// MARK: - Adding sections

extension SectionCounts {
  /// Inserts empty sections for those of the keys that have none; sections that the order does not
  /// distinguish are in the order of insertion; O(*s* + *k* log *k*) for *s* sections and *k* keys.
  @inlinable
  mutating func add(_ added: some Collection<Key>) {
    prepare(forSearches: added.count)
    var come: [(number: Int, key: Key)] = []
    var seen: Set<Key> = []
    var last: Key?
    for key in added where key != last {
      last = key
      guard number(of: key) == nil, seen.insert(key).inserted else { continue }
      if key != key { ListMisuse.keyIsNotItself(key) }
      come.append((come.count, key))
    }
    guard !come.isEmpty else { return }
    come.sort { [order] one, other in
      if order(one.key, other.key) { return true }
      return !order(other.key, one.key) && one.number < other.number
    }
    merge(come.map(\.key))
    numbers = nil
    prepare(forSearches: added.count)
  }

  @inlinable
  mutating func merge(_ come: [Key]) {
    let (oldKeys, oldCounts) = (keys, counts)
    keys = []
    counts = []
    keys.reserveCapacity(oldKeys.count + come.count)
    counts.reserveCapacity(oldKeys.count + come.count)
    var next = 0
    for key in come {
      var (low, high) = (next, oldKeys.count)
      while low < high {
        let middle = low + (high - low) / 2
        if order(key, oldKeys[middle]) { high = middle } else { low = middle + 1 }
      }
      keys.append(contentsOf: oldKeys[next..<low])
      counts.append(contentsOf: oldCounts[next..<low])
      next = low
      keys.append(key)
      counts.append(0)
    }
    keys.append(contentsOf: oldKeys[next...])
    counts.append(contentsOf: oldCounts[next...])
  }
}
