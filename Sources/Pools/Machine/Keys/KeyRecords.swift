internal import StageFloor

/// What a keyed pool records beside its slots and waiters: the key of each, and the slots and
/// waiters of each key.
///
/// Keys are the indices of their *key slots*. It makes no decisions.
struct KeyRecords {
  struct Counts: Equatable {
    /// The elements that count against the key's capacity.
    var existing = 0
    var building = 0
    var preparing = 0
    /// Of those being prepared: no waiter relies on them.
    var overduePreparing = 0
    var destroying = 0
  }

  var keySlots = KeySlots()

  /// Coldest first.
  private(set) var idle = IndexLists()
  /// Being created or prepared and not overdue, in starting order.
  private(set) var making = IndexLists()
  /// By their places in line, in the order of their turns.
  private(set) var waiting = IndexLists()

  /// Of the few keys that are being warmed up.
  var warmUps: [Int: WarmUps] = [:]

  private var counts: [Counts] = []
  private var keysOfSlots: [Int?] = []
  private var keysOfPlaces: [Int?] = []

  subscript(keyIndex: Int) -> Counts { keyIndex < counts.count ? counts[keyIndex] : Counts() }

  func keyIndex(ofSlot slot: Int) -> Int? { slot < keysOfSlots.count ? keysOfSlots[slot] : nil }

  func keyIndex(ofPlace place: Int) -> Int? {
    place < keysOfPlaces.count ? keysOfPlaces[place] : nil
  }

  var isPaused: Bool { keySlots.delayedCount > 0 }

  var firstPauseEnd: Int64? { keySlots.paused.first.map { Int64($0.rank) } }

  // MARK: Slots

  mutating func assign(_ slot: Int, to keyIndex: Int) {
    while keysOfSlots.count <= slot { keysOfSlots.append(nil) }
    keysOfSlots[slot] = keyIndex
    while counts.count <= keyIndex { counts.append(Counts()) }
  }

  mutating func move(_ slot: Int, from old: SlotRecords.Entry, to new: SlotRecords.Phase) {
    guard let keyIndex = keyIndex(ofSlot: slot) else { return }
    touch(keyIndex)
    count(old.phase, for: keyIndex, by: -1)
    count(new, for: keyIndex, by: 1)
    switch old.phase {
    case .idle: idle.remove(slot, from: keyIndex)
    case .building: if !old.isOverdue { making.remove(slot, from: keyIndex) }
    case .preparing:
      if old.isOverdue {
        counts[keyIndex].overduePreparing -= 1
      } else {
        making.remove(slot, from: keyIndex)
      }
    case .vacant, .out, .destroying: break
    }
    switch new {
    case .idle: idle.append(slot, for: keyIndex)
    case .building, .preparing: making.append(slot, for: keyIndex)
    case .vacant: keysOfSlots[slot] = nil
    case .out, .destroying: break
    }
  }

  /// Its counts stay the same, and it has no rank that could change: no waiter wants the key.
  mutating func lendIdle(_ slot: Int, of keyIndex: Int) {
    idle.removeUntouched(slot, from: keyIndex)
  }

  mutating func returnIdle(_ slot: Int, of keyIndex: Int) {
    idle.appendUntouched(slot, for: keyIndex)
  }

  /// As `SlotRecords.sortIdle(_:after:)`, among the elements of its key.
  mutating func sortIdle(_ slot: Int, after colder: Int?, before isHotter: (Int) -> Bool) {
    guard let keyIndex = keyIndex(ofSlot: slot) else { return }
    idle.remove(slot, from: keyIndex)
    var next = idle.first(for: keyIndex)
    if let colder, colder != slot, self.keyIndex(ofSlot: colder) == keyIndex, !isHotter(colder) {
      next = idle.integer(after: colder)
    }
    while let other = next, !isHotter(other) { next = idle.integer(after: other) }
    idle.insert(slot, before: next, for: keyIndex)
  }

  /// Before `slots` records the same.
  mutating func markOverdue(_ slot: Int, _ phase: SlotRecords.Phase, for keyIndex: Int) {
    making.remove(slot, from: keyIndex)
    if case .preparing = phase { counts[keyIndex].overduePreparing += 1 }
  }

  private mutating func count(_ phase: SlotRecords.Phase, for keyIndex: Int, by step: Int) {
    switch phase {
    case .vacant: return
    case .building: counts[keyIndex].building += step
    case .preparing: counts[keyIndex].preparing += step
    case .destroying: counts[keyIndex].destroying += step
    case .idle, .out: break
    }
    counts[keyIndex].existing += step
  }

  // MARK: Waiters

  mutating func join(_ place: Int, for keyIndex: Int, before next: Int?) {
    while keysOfPlaces.count <= place { keysOfPlaces.append(nil) }
    keysOfPlaces[place] = keyIndex
    waiting.insert(place, before: next, for: keyIndex)
  }

  mutating func leave(_ place: Int) {
    guard let keyIndex = keyIndex(ofPlace: place) else { return }
    keysOfPlaces[place] = nil
    waiting.remove(place, from: keyIndex)
  }

  // MARK: Changed and closed keys

  mutating func touch(_ keyIndex: Int) { idle.touch(keyIndex) }

  mutating func popTouched() -> Int? {
    idle.popTouched() ?? making.popTouched() ?? waiting.popTouched()
  }

  mutating func closeEmptyKeySlots() {
    let hasShrunk = keySlots.closeSuggested { keyIndex in
      waiting.count(for: keyIndex) == 0 && warmUps[keyIndex] == nil
        && (keyIndex >= counts.count || counts[keyIndex].existing == 0)
    }
    guard hasShrunk else { return }
    counts.shrink(to: keySlots.count)
    idle.shrink(keys: keySlots.count)
    making.shrink(keys: keySlots.count)
    waiting.shrink(keys: keySlots.count)
  }

  mutating func shrink(slots slotCount: Int, places placeCount: Int) {
    keysOfSlots.shrink(to: slotCount)
    idle.shrink(integers: slotCount)
    making.shrink(integers: slotCount)
    keysOfPlaces.shrink(to: placeCount)
    waiting.shrink(integers: placeCount)
  }
}
