/// The books of ``SlotBook`` once more, for each key.
struct SlotShelves {
  /// What there is of one key.
  struct Counts: Equatable {
    /// Everything that counts against the key's capacity.
    var existing = 0
    var building = 0
    var destroying = 0
  }

  private var counts: [Counts] = []
  /// The idle elements of each key, coldest first.
  private(set) var idle = ShelfLists()
  /// The elements of each key that are being made and not overdue, in the order in which they were
  /// begun.
  var making = ShelfLists()

  subscript(shelf: Int) -> Counts { shelf < counts.count ? counts[shelf] : Counts() }

  /// Follows a slot through its phases.
  mutating func move(
    _ slot: Int, on shelf: Int, from old: SlotBook.Phase, to new: SlotBook.Phase
  ) {
    while counts.count <= shelf { counts.append(Counts()) }
    idle.touch(shelf)
    count(old, on: shelf, by: -1)
    count(new, on: shelf, by: 1)
    if old == .idle { idle.remove(slot, from: shelf) }
    if new == .idle { idle.append(slot, on: shelf) }
  }

  /// A shelf on which something has changed since it was last told of.
  mutating func popTouched() -> Int? { idle.popTouched() ?? making.popTouched() }

  /// Notes that something has changed for this shelf.
  mutating func touch(_ shelf: Int) { idle.touch(shelf) }

  /// Gives up the memory for slots from `count` on, which are vacant.
  mutating func shrink(slots count: Int) {
    idle.shrink(integers: count)
    making.shrink(integers: count)
  }

  /// Gives up the memory for shelves from `count` on, which are closed.
  mutating func shrink(shelves count: Int) {
    counts.shrink(to: count)
    idle.shrink(shelves: count)
    making.shrink(shelves: count)
  }

  private mutating func count(_ phase: SlotBook.Phase, on shelf: Int, by step: Int) {
    switch phase {
    case .vacant: return
    case .building: counts[shelf].building += step
    case .destroying: counts[shelf].destroying += step
    case .preparing, .idle, .out: break
    }
    counts[shelf].existing += step
  }
}
