/// Operations in line: the more urgent before the less, and among equals the first come first.
///
/// Who leaves the line before its turn is not searched for: its entry goes stale, because the
/// operation has drawn another ticket. Stale entries are passed over, and cleared away when they
/// are more than the others.
struct PriorityLine: Sendable {
  struct Entry: Sendable, Equatable {
    var slot: Slot
    var ticket: UInt64

    /// Whether whoever made it has left that line.
    func isStale(_ records: [OperationRecord]) -> Bool { records[Int(slot)].ticket != ticket }
  }

  /// One line for each priority, and one before them all.
  static var levels: Int { 6 }

  private struct Bucket: Sendable {
    var entries: [Entry] = []
    var head = 0

    var isEmpty: Bool { head == entries.count }

    mutating func removeFirst() {
      head += 1
      // What was passed is dropped when it is half of the array: each entry is moved once at most.
      guard head * 2 > entries.count, head > 16 else { return }
      entries.removeFirst(head)
      head = 0
    }

    mutating func prepend(_ entry: Entry) {
      if head > 0 {
        head -= 1
        entries[head] = entry
      } else {
        entries.insert(entry, at: 0)
      }
    }
  }

  private var buckets = [Bucket](repeating: Bucket(), count: levels)
  /// How many entries are not stale.
  private(set) var count = 0
  private var stale = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ entry: Entry, level: UInt8) {
    buckets[Int(level)].entries.append(entry)
    count += 1
  }

  /// Puts an entry before those of its level.
  mutating func prepend(_ entry: Entry, level: UInt8) {
    buckets[Int(level)].prepend(entry)
    count += 1
  }

  /// An operation in this line has drawn another ticket.
  mutating func left(_ records: [OperationRecord]) {
    count -= 1
    stale += 1
    guard stale > 32, stale > count else { return }
    for level in buckets.indices {
      let rest = buckets[level].entries[buckets[level].head...].filter { !$0.isStale(records) }
      buckets[level] = Bucket(entries: rest)
    }
    stale = 0
  }

  /// Takes the first entry out of the line.
  mutating func popFirst(_ records: [OperationRecord]) -> Entry? {
    guard count > 0 else { return nil }
    for level in buckets.indices.reversed() {
      while !buckets[level].isEmpty {
        let entry = buckets[level].entries[buckets[level].head]
        buckets[level].removeFirst()
        if !entry.isStale(records) {
          count -= 1
          return entry
        }
        stale -= 1
      }
    }
    return nil
  }

  /// Looks at those in line in their order, until `isLast` says so.
  ///
  /// - Complexity: O(1) for each entry looked at, if stale ones at the head have been dropped.
  func walk(_ records: [OperationRecord], until isLast: (Slot) -> Bool) {
    guard count > 0 else { return }
    for level in buckets.indices.reversed() {
      for index in buckets[level].head..<buckets[level].entries.count {
        let entry = buckets[level].entries[index]
        if !entry.isStale(records), isLast(entry.slot) { return }
      }
    }
  }

  /// Drops the stale entries before the first of each priority.
  mutating func dropStaleHeads(_ records: [OperationRecord]) {
    guard stale > 0 else { return }
    for level in buckets.indices {
      while !buckets[level].isEmpty,
        buckets[level].entries[buckets[level].head].isStale(records)
      {
        buckets[level].removeFirst()
        stale -= 1
      }
    }
  }
}
