/// The sections of one version of a grouped list: their keys, and where their rows begin.
@usableFromInline
struct GroupedTable<Key: Hashable & Sendable>: Sendable {
  /// The keys in the order of the sections.
  @usableFromInline var keys: [Key]
  /// Where the rows of each section begin, and, at last, how many rows there are.
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

  /// How many sections there are.
  var count: Int { keys.count }

  /// How many rows each section has.
  @usableFromInline var counts: [Int] { keys.indices.map { starts[$0 + 1] - starts[$0] } }

  /// The positions of a section's rows among all rows.
  func rows(of section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  /// Where the row at a position of all rows stands.
  @usableFromInline
  func path(of position: Int) -> RowPath {
    // The first section that ends behind the position; empty ones end before it.
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = low + (high - low) / 2
      if starts[middle + 1] > position { high = middle } else { low = middle + 1 }
    }
    return RowPath(section: low, row: position - starts[low])
  }

  /// What became of the sections since an older version.
  ///
  /// A section that has passed another has gone and come: one that had no rows for a while, and
  /// that the order does not tell apart from the other.
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
