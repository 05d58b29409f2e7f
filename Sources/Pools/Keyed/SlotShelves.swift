/// The records of ``SlotBook``, for each key.
struct SlotShelves {
  /// The counts of one key.
  struct Counts: Equatable {
    /// The elements that count against the key's capacity.
    var existing = 0
    var building = 0
    var destroying = 0
  }

  private var counts: [Counts] = []
  /// The idle elements of each key, coldest first.
  private(set) var idle = ShelfLists()
  /// The elements of each key that are being created and not overdue, in starting order.
  var making = ShelfLists()

  subscript(shelf: Int) -> Counts { shelf < counts.count ? counts[shelf] : Counts() }

  /// Records a slot's change of phase.
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

  /// Removes and returns a shelf that changed since it was last returned.
  mutating func popTouched() -> Int? { idle.popTouched() ?? making.popTouched() }

  /// Records that this shelf changed.
  mutating func touch(_ shelf: Int) { idle.touch(shelf) }

  /// Frees the memory for slots from `count` on, which are vacant.
  mutating func shrink(slots count: Int) {
    idle.shrink(integers: count)
    making.shrink(integers: count)
  }

  /// Frees the memory for shelves from `count` on, which are closed.
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
