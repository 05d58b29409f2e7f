internal import StageFloor

/// The records of all slots, and the counts derived from them.
///
/// It only records and makes no decisions. A slot holds one element, and an element keeps its slot
/// for its lifetime. Slots at the end are removed when most are vacant.
struct SlotRecords {
  enum Phase: Sendable {
    /// No element. Exit: `building`.
    case vacant
    /// An element is being created. Exits: `idle`, `out`, `vacant`.
    case building
    /// The pool prepares the element for its next borrower. Exits: `idle`, `destroying`.
    case preparing
    /// Idle. Exits: `out`, `preparing`, `destroying`.
    case idle
    /// On loan. Exits: `idle`, `destroying`, `vacant` (when it was detached).
    case out
    /// The element is being destroyed. Exit: `vacant`.
    case destroying
  }

  struct Entry {
    fileprivate(set) var phase = Phase.vacant
    fileprivate(set) var isStale = false
    var uses = 0
    var epoch: UInt32 = 0
    var expiresAt = Int64.max
    var idleSince: Int64 = 0
    /// New or prepared, and not used since.
    var isPrepared = false
    /// New or validated at `idleSince`, and not used since.
    var isChecked = false
    /// The key that the element was last lent for.
    var shows: PoolPreference?
    /// Whether the element was added after the last reduction of the capacity, which does not
    /// affect it.
    var isExempt = false
    /// Whether a wait timed out while the element was being created or prepared: no waiter relies
    /// on it.
    fileprivate(set) var isOverdue = false
  }

  private(set) var entries: [Entry] = []
  private var idle = IndexList()
  private var indices = IndexAllocator()
  private var showing: [PoolPreference: Int] = [:]

  private(set) var buildingCount = 0
  private(set) var preparingCount = 0
  private(set) var outCount = 0
  private(set) var destroyingCount = 0
  /// The number of elements that are on loan and will not be lent again.
  private(set) var staleOutCount = 0

  /// The slots that are being created or prepared and not overdue, in starting order.
  private var onTheWay = IndexList()
  private(set) var overduePreparingCount = 0

  /// The number of elements being created or prepared on which waiters may rely.
  var onTheWayCount: Int { onTheWay.count }
  /// The one of them that was started first.
  var longestOnTheWay: Int? { onTheWay.first }

  var count: Int { entries.count }
  var idleCount: Int { idle.count }
  var vacantCount: Int { indices.freeCount }

  /// The idle element that was used last.
  var hottest: Int? { idle.last }
  /// The idle element that has been idle longest.
  var coldest: Int? { idle.first }

  /// The idle elements, coldest first.
  var idleFromCold: IndexList { idle }

  subscript(slot: Int) -> Entry {
    _read { yield entries[slot] }
    _modify { yield &entries[slot] }
  }

  /// The idle element that shows `key`.
  func idle(showing key: PoolPreference) -> Int? {
    guard let slot = showing[key], entries[slot].phase == .idle else { return nil }
    return slot
  }

  /// Returns a slot without an element, appended if there is none.
  mutating func takeVacant() -> Int {
    let slot = indices.take()
    if slot == entries.count { entries.append(Entry()) }
    return slot
  }

  /// Changes the phase of a slot; called by the machine's method of that name only.
  mutating func move(_ slot: Int, to phase: Phase) {
    leave(slot)
    entries[slot].phase = phase
    switch phase {
    case .vacant:
      show(nil, in: slot)
      entries[slot] = Entry()
      giveUp(slot)
    case .building:
      buildingCount += 1
      onTheWay.append(slot)
    case .preparing:
      preparingCount += 1
      onTheWay.append(slot)
    case .idle: idle.append(slot)
    case .out:
      outCount += 1
      if entries[slot].isStale { staleOutCount += 1 }
    case .destroying:
      show(nil, in: slot)
      destroyingCount += 1
    }
  }

  private mutating func giveUp(_ slot: Int) {
    guard indices.free(slot) else { return }
    entries.shrink(to: indices.count)
    idle.shrink(to: indices.count)
    onTheWay.shrink(to: indices.count)
  }

  /// Records that the element in `slot`, which counts as being created, is an unused one.
  mutating func renew(_ slot: Int) {
    show(nil, in: slot)
    entries[slot] = Entry(phase: .building)
  }

  /// Makes every element count as possible surplus from now on.
  mutating func endExemptions() {
    for slot in entries.indices where entries[slot].isExempt { entries[slot].isExempt = false }
  }

  /// Records that the element in `slot` will not be lent again.
  mutating func markStale(_ slot: Int) {
    guard !entries[slot].isStale else { return }
    entries[slot].isStale = true
    if entries[slot].phase == .out { staleOutCount += 1 }
  }

  /// Records what the element in `slot` shows from now on.
  mutating func show(_ key: PoolPreference?, in slot: Int) {
    guard entries[slot].shows != key else { return }
    if let old = entries[slot].shows, showing[old] == slot { showing[old] = nil }
    entries[slot].shows = key
    if let key { showing[key] = slot }
  }

  /// Marks a slot that is on the way as overdue: no waiter relies on it any more, because it may
  /// never complete.
  mutating func markOverdue(_ slot: Int) {
    finish(slot)
    entries[slot].isOverdue = true
    if entries[slot].phase == .preparing { overduePreparingCount += 1 }
  }

  private mutating func finish(_ slot: Int) {
    if entries[slot].isOverdue {
      entries[slot].isOverdue = false
    } else {
      onTheWay.remove(slot)
    }
  }

  private mutating func leave(_ slot: Int) {
    switch entries[slot].phase {
    case .vacant: break
    case .building:
      buildingCount -= 1
      finish(slot)
    case .preparing:
      preparingCount -= 1
      if entries[slot].isOverdue { overduePreparingCount -= 1 }
      finish(slot)
    case .idle: idle.remove(slot)
    case .out:
      outCount -= 1
      if entries[slot].isStale { staleOutCount -= 1 }
    case .destroying: destroyingCount -= 1
    }
  }
}

/// The number of a preference key.
///
/// The keys themselves are of any type and slow to copy, and the machine does not need them.
typealias PoolPreference = Int
