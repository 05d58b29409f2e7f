@usableFromInline
struct GroupedTable<Key: Hashable & Sendable>: Sendable {
  @usableFromInline var keys: [Key]
  /// The position of the first row of each section, followed by the number of all rows.
  @usableFromInline var starts: [Int]

  @usableFromInline
  init(keys: [Key] = [], counts: [Int] = []) {
    self.keys = keys
    starts = [0]
    starts.reserveCapacity(counts.count + 1)
    var end = 0
    for count in counts {
      end += count
      starts.append(end)
    }
  }

  var count: Int { keys.count }

  @usableFromInline var counts: [Int] { keys.indices.map { starts[$0 + 1] - starts[$0] } }

  func rows(of section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  @usableFromInline
  func path(of position: Int) -> RowPath {
    // Finds the first section that ends after the position; empty sections end before it.
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = low + (high - low) / 2
      if starts[middle + 1] > position { high = middle } else { low = middle + 1 }
    }
    return RowPath(section: low, row: position - starts[low])
  }

  /// A section that has passed another one is removed and inserted; this happens only to a section
  /// that was empty meanwhile, and that the order does not distinguish from the other one.
  func changes(since old: GroupedTable) -> ListChanges {
    let head = zip(old.keys, keys).prefix { $0 == $1 }.count
    let limit = Swift.min(old.keys.count, keys.count) - head
    let tail = zip(old.keys.reversed(), keys.reversed()).prefix(limit).prefix { $0 == $1 }.count
    let gone = old.keys[head..<(old.keys.count - tail)]
    let come = keys[head..<(keys.count - tail)]
    let places = Dictionary(uniqueKeysWithValues: zip(gone, gone.indices))
    let found = come.indices.compactMap { new in places[come[new]].map { (old: $0, new: new) } }
    let stays = IncreasingSubsequence.longest(in: found.map(\.old)).map { found[$0] }
    let (stayed, stay) = (Set(stays.map(\.old)), Set(stays.map(\.new)))
    return ListChanges(
      trusting: old.keys.count, keys.count,
      removals: gone.indices.filter { !stayed.contains($0) },
      insertions: come.indices.filter { !stay.contains($0) })
  }
}
