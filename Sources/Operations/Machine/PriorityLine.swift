/// A line of operations: highest priority first, FIFO among equals.
///
/// When the first entry of a level has been overtaken ``overtakingLimit`` times by entries of
/// higher levels, it is overdue, and next. Entries are linked, so that an operation can leave any
/// line in constant time.
struct PriorityLine: Sendable {
  /// One level for each priority, and one above them.
  static var levels: Int { 6 }

  static var overtakingLimit: UInt8 { 64 }

  private var first = SIMD8<Int32>(repeating: -1)
  private var last = SIMD8<Int32>(repeating: -1)
  /// 1 for each occupied level, and how often its first entry has been overtaken.
  private var present = SIMD8<UInt8>(repeating: 0)
  private var overtaken = SIMD8<UInt8>(repeating: 0)
  /// The occupied levels, and those whose first entry is overdue, as bit sets.
  private var occupied: UInt8 = 0
  private var overdue: UInt8 = 0
  private(set) var count = 0

  var isEmpty: Bool { occupied == 0 }

  var highestLevel: UInt8? { occupied == 0 ? nil : Self.highest(occupied) }

  private static func highest(_ levels: UInt8) -> UInt8 { 7 - UInt8(levels.leadingZeroBitCount) }

  // MARK: Entering and leaving

  mutating func append(_ entry: Int32, _ lineEntries: inout PagedTable<LineEntry>) {
    let level = Int(lineEntries[entry].level)
    let previous = last[level]
    lineEntries[entry].previous = previous
    lineEntries[entry].next = -1
    if previous >= 0 { lineEntries[previous].next = entry } else { first[level] = entry }
    last[level] = entry
    occupy(level)
    count += 1
  }

  mutating func prepend(_ entry: Int32, _ lineEntries: inout PagedTable<LineEntry>) {
    let level = Int(lineEntries[entry].level)
    let next = first[level]
    lineEntries[entry].previous = -1
    lineEntries[entry].next = next
    if next >= 0 { lineEntries[next].previous = entry } else { last[level] = entry }
    first[level] = entry
    occupy(level)
    count += 1
  }

  private mutating func occupy(_ level: Int) {
    occupied |= 1 << level
    present[level] = 1
  }

  mutating func remove(_ entry: Int32, _ lineEntries: inout PagedTable<LineEntry>) {
    let level = Int(lineEntries[entry].level)
    let (next, previous) = (lineEntries[entry].next, lineEntries[entry].previous)
    if previous >= 0 { lineEntries[previous].next = next } else { first[level] = next }
    if next >= 0 { lineEntries[next].previous = previous } else { last[level] = previous }
    count -= 1
    guard first[level] < 0 else { return }
    occupied &= ~(1 << level)
    present[level] = 0
    forgive(level)
  }

  /// The entry whose turn it is, if all entries have the same level; otherwise nil.
  var nextOfOnlyLevel: Int32? {
    occupied.nonzeroBitCount == 1 ? first[occupied.trailingZeroBitCount] : nil
  }

  mutating func popFirst(_ lineEntries: inout PagedTable<LineEntry>) -> Int32? {
    guard occupied != 0 else { return nil }
    let level = Self.highest(overdue != 0 ? overdue : occupied)
    let entry = first[Int(level)]
    forgive(Int(level))
    remove(entry, &lineEntries)
    noteOvertaking(by: level)
    return entry
  }

  // MARK: Ageing

  mutating func noteOvertaking(by level: UInt8) {
    guard occupied & ((1 << level) - 1) != 0 else { return }
    let numbers = SIMD8<UInt8>(0, 1, 2, 3, 4, 5, 6, 7)
    overtaken.replace(
      with: overtaken &+ present, where: numbers .< SIMD8<UInt8>(repeating: level))
    guard overtaken.max() >= Self.overtakingLimit else { return }
    for other in 0..<Self.levels where overtaken[other] >= Self.overtakingLimit {
      overdue |= 1 << other
    }
  }

  /// The first entry of the highest overdue level, whose count restarts.
  mutating func takeOverdue() -> Int32? {
    guard overdue != 0 else { return nil }
    let level = Int(Self.highest(overdue))
    forgive(level)
    return first[level]
  }

  private mutating func forgive(_ level: Int) {
    overtaken[level] = 0
    overdue &= ~(1 << level)
  }

  func walk(_ lineEntries: borrowing PagedTable<LineEntry>, until isLast: (Slot) -> Bool) {
    var levels = occupied
    while levels != 0 {
      let level = Int(Self.highest(levels))
      levels &= ~(1 << level)
      var entry = first[level]
      while entry >= 0 {
        if isLast(lineEntries[entry].slot) { return }
        entry = lineEntries[entry].next
      }
    }
  }
}

/// Of an operation in a ``PriorityLine``, or in the list of operations that need a category.
struct LineEntry: PagedElement {
  var slot: Slot = -1
  var level: UInt8 = 0
  /// The category of the line; -1 if it is not the line of a category.
  var category: Int32 = -1
  var next: Int32 = -1
  var previous: Int32 = -1
  /// The next entry of the same operation.
  var sibling: Int32 = -1

  var nextVacant: Int32 {
    get { next }
    set { next = newValue }
  }
}
