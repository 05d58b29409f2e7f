internal import StageFloor

/// The records of ``SlotRecords``, for each key.
struct SlotsByKey {
  /// The counts of one key.
  struct Counts: Equatable {
    /// The elements that count against the key's capacity.
    var existing = 0
    var building = 0
    var destroying = 0
  }

  private var counts: [Counts] = []
  /// The idle elements of each key, coldest first.
  private(set) var idle = IndexLists()
  /// The elements of each key that are being created and not overdue, in starting order.
  var making = IndexLists()

  subscript(keyIndex: Int) -> Counts { keyIndex < counts.count ? counts[keyIndex] : Counts() }

  /// Records a slot's change of phase.
  mutating func move(
    _ slot: Int, for keyIndex: Int, from old: SlotRecords.Phase, to new: SlotRecords.Phase
  ) {
    while counts.count <= keyIndex { counts.append(Counts()) }
    idle.touch(keyIndex)
    count(old, for: keyIndex, by: -1)
    count(new, for: keyIndex, by: 1)
    if old == .idle { idle.remove(slot, from: keyIndex) }
    if new == .idle { idle.append(slot, for: keyIndex) }
  }

  /// Removes and returns a key slot that changed since it was last returned.
  mutating func popTouched() -> Int? { idle.popTouched() ?? making.popTouched() }

  /// Records that this key slot changed.
  mutating func touch(_ keyIndex: Int) { idle.touch(keyIndex) }

  /// Frees the memory for slots from `count` on, which are vacant.
  mutating func shrink(slots count: Int) {
    idle.shrink(integers: count)
    making.shrink(integers: count)
  }

  /// Frees the memory for key slots from `count` on, which are closed.
  mutating func shrink(keys count: Int) {
    counts.shrink(to: count)
    idle.shrink(keys: count)
    making.shrink(keys: count)
  }

  private mutating func count(_ phase: SlotRecords.Phase, for keyIndex: Int, by step: Int) {
    switch phase {
    case .vacant: return
    case .building: counts[keyIndex].building += step
    case .destroying: counts[keyIndex].destroying += step
    case .preparing, .idle, .out: break
    }
    counts[keyIndex].existing += step
  }
}
