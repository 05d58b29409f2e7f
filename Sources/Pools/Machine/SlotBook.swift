/// What is written down about each slot, and the counts that follow from it.
///
/// It keeps the books and takes no decision. A slot is a place for one element; places are added
/// and never taken away, and an element keeps its place for life.
struct SlotBook {
  enum Phase: Sendable {
    /// No element. Exit: `building`.
    case vacant
    /// An element is being made. Exits: `idle`, `out`, `vacant`.
    case building
    /// The pool prepares the element for its next borrower. Exits: `idle`, `destroying`.
    case preparing
    /// At rest. Exits: `out`, `preparing`, `destroying`.
    case idle
    /// Lent. Exits: `idle`, `destroying`, `vacant` (when it was taken for good).
    case out
    /// The element is being ended. Exit: `vacant`.
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
    /// What the element showed last, as its borrower named it.
    var shows: PoolPreference?
    /// In a keyed pool: whose element it is, from the moment it is being made.
    var shelf: Int?
  }

  private(set) var entries: [Entry] = []
  private var idle = IndexList()
  private var vacant: [Int] = []
  private var showing: [PoolPreference: Int] = [:]
  /// In a keyed pool: the same books for each key.
  var byShelf = SlotShelves()

  private(set) var buildingCount = 0
  private(set) var preparingCount = 0
  private(set) var outCount = 0
  private(set) var destroyingCount = 0
  /// Elements that are lent and will not be lent again.
  private(set) var staleOutCount = 0

  var count: Int { entries.count }
  var idleCount: Int { idle.count }
  var vacantCount: Int { vacant.count }

  /// The idle element that was used last.
  var hottest: Int? { idle.last }
  /// The idle element that has rested longest.
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

  /// A slot without an element, made if there is none.
  mutating func takeVacant() -> Int {
    if let slot = vacant.popLast() { return slot }
    entries.append(Entry())
    return entries.count - 1
  }

  /// The one place where a slot changes its phase.
  mutating func move(_ slot: Int, to phase: Phase) {
    if let shelf = entries[slot].shelf {
      byShelf.move(slot, on: shelf, from: entries[slot].phase, to: phase)
    }
    leave(slot)
    entries[slot].phase = phase
    switch phase {
    case .vacant:
      show(nil, in: slot)
      entries[slot] = Entry()
      vacant.append(slot)
    case .building: buildingCount += 1
    case .preparing: preparingCount += 1
    case .idle: idle.append(slot)
    case .out:
      outCount += 1
      if entries[slot].isStale { staleOutCount += 1 }
    case .destroying:
      show(nil, in: slot)
      destroyingCount += 1
    }
  }

  /// Notes that the element in `slot` will not be lent again.
  mutating func markStale(_ slot: Int) {
    guard !entries[slot].isStale else { return }
    entries[slot].isStale = true
    if entries[slot].phase == .out { staleOutCount += 1 }
  }

  /// Notes what the element in `slot` shows from now on.
  mutating func show(_ key: PoolPreference?, in slot: Int) {
    guard entries[slot].shows != key else { return }
    if let old = entries[slot].shows, showing[old] == slot { showing[old] = nil }
    entries[slot].shows = key
    if let key { showing[key] = slot }
  }

  private mutating func leave(_ slot: Int) {
    switch entries[slot].phase {
    case .vacant: break
    case .building: buildingCount -= 1
    case .preparing: preparingCount -= 1
    case .idle: idle.remove(slot)
    case .out:
      outCount -= 1
      if entries[slot].isStale { staleOutCount -= 1 }
    case .destroying: destroyingCount -= 1
    }
  }
}

/// What an element shows, or a borrower wants to see, as a number.
///
/// The keys behind the numbers are of any type and slow to copy; the machine has no use for them.
typealias PoolPreference = Int
