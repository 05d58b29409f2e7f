internal import StageFloor

/// The records of all slots, and the counts derived from them; it makes no decisions.
///
/// An element keeps its slot for its lifetime. Slots at the end are removed when most are vacant.
struct SlotRecords {
  enum Phase: Sendable {
    /// No element.
    ///
    /// Exit: `building`.
    case vacant
    /// An element is being created.
    ///
    /// Exits: `idle`, `out`, `vacant`.
    case building
    /// The pool prepares the element for its next borrower.
    ///
    /// Exits: `idle`, `destroying`.
    case preparing
    /// Idle.
    ///
    /// Exits: `out`, `preparing`, `destroying`.
    case idle
    /// On loan.
    ///
    /// Exits: `idle`, `destroying`, `vacant` (when it was detached).
    case out
    /// The element is being destroyed.
    ///
    /// Exit: `vacant`.
    case destroying
  }

  struct Entry {
    fileprivate(set) var phase = Phase.vacant
    fileprivate(set) var isStale = false
    var uses = 0
    var epoch: UInt32 = 0
    var expiresAt = Int64.max
    var idleSince: Int64 = 0
    /// 0 if not known.
    var createdAt: Int64 = 0
    /// New or prepared, and not used since.
    var isPrepared = false
    /// When it last passed a test while idle.
    var testedAt: Int64 = 0
    /// Taken from the idle elements to be tested.
    var isUnderTest = false
    /// New or validated at `restsSince`, and not used since.
    var isChecked = false
    /// The key that the element was last lent for; constant while it is idle.
    var shows: PoolPreference?
    /// Added after the last reduction of the capacity, which does not affect it.
    var isExempt = false
    /// A wait timed out while it was created or prepared, or it is under test: no waiter relies on
    /// it.
    fileprivate(set) var isOverdue = false

    /// When it was last used, created or tested.
    var restsSince: Int64 { max(idleSince, testedAt) }
  }

  private(set) var entries: [Entry] = []
  /// A slot is in one of the lists below at most.
  private var links = IndexLinks()
  private var idle = IndexLinks.Ends()
  private var out = IndexLinks.Ends()
  private var indices = IndexAllocator()
  /// The idle elements that show each key, in the order in which they were returned.
  private var idleShowing: [PoolPreference: IndexLinks.Ends] = [:]
  private var showingLinks = IndexLinks()

  private(set) var buildingCount = 0
  private(set) var preparingCount = 0
  private(set) var destroyingCount = 0
  private(set) var staleOutCount = 0

  /// Being created or prepared and not overdue, in starting order.
  private var onTheWay = IndexLinks.Ends()
  private var overdue = IndexLinks.Ends()
  private(set) var overduePreparingCount = 0

  /// On these, waiters may rely.
  var onTheWayCount: Int { onTheWay.count }
  var longestOnTheWay: Int? { onTheWay.first }

  var count: Int { entries.count }
  var idleCount: Int { idle.count }
  var outCount: Int { out.count }
  var vacantCount: Int { indices.freeCount }

  var hottest: Int? { idle.last }
  var coldest: Int? { idle.first }

  func colder(after slot: Int) -> Int? { links.index(after: slot) }

  // To visit the elements that exist takes no longer if there were many more before: the entries of
  // those remain as long as one with a high number does.

  /// Coldest first; O(*n*).
  var idleSlots: [Int] {
    var slots: [Int] = []
    forEach(in: idle) { slots.append($0) }
    return slots
  }

  func forEachOut(_ body: (Int) -> Void) { forEach(in: out, body) }

  func forEachUnfinished(_ body: (Int) -> Void) {
    forEach(in: onTheWay, body)
    forEach(in: overdue, body)
  }

  private func forEach(in list: IndexLinks.Ends, _ body: (Int) -> Void) {
    var current = list.first
    while let slot = current {
      current = links.index(after: slot)
      body(slot)
    }
  }

  subscript(slot: Int) -> Entry {
    _read { yield entries[slot] }
    _modify { yield &entries[slot] }
  }

  /// The hottest of them.
  func idle(showing key: PoolPreference) -> Int? { idleShowing[key]?.last }

  mutating func takeVacant() -> Int {
    let slot = indices.take()
    if slot == entries.count { entries.append(Entry()) }
    return slot
  }

  /// Called by the machine's method of that name only.
  mutating func move(_ slot: Int, to phase: Phase) {
    leave(slot)
    entries[slot].phase = phase
    switch phase {
    case .vacant:
      entries[slot] = Entry()
      giveUp(slot)
    case .building:
      buildingCount += 1
      links.append(slot, to: &onTheWay)
    case .preparing:
      preparingCount += 1
      links.append(slot, to: &onTheWay)
    case .idle: addIdle(slot)
    case .out:
      links.append(slot, to: &out)
      if entries[slot].isStale { staleOutCount += 1 }
    case .destroying:
      entries[slot].shows = nil
      destroyingCount += 1
    }
  }

  // MARK: Loans without a preference, in one step

  mutating func lendIdle(_ slot: Int) {
    removeIdle(slot)
    links.append(slot, to: &out)
    entries[slot].phase = .out
    forget(slot)
  }

  /// The element is on loan, and not stale.
  mutating func returnIdle(_ slot: Int, at now: Int64) {
    links.remove(slot, from: &out)
    addIdle(slot)
    entries[slot].uses += 1
    entries[slot].idleSince = now
    entries[slot].phase = .idle
  }

  mutating func lendAgain(_ slot: Int, at now: Int64) {
    entries[slot].uses += 1
    entries[slot].idleSince = now
    forget(slot)
  }

  func isFitOnReturn(_ slot: Int, in epoch: UInt32) -> Bool {
    entries[slot].phase == .out && !entries[slot].isStale && entries[slot].epoch == epoch
  }

  private mutating func forget(_ slot: Int) {
    entries[slot].shows = nil
    entries[slot].isPrepared = false
    entries[slot].isChecked = false
  }

  private mutating func giveUp(_ slot: Int) {
    guard indices.free(slot) else { return }
    entries.shrink(to: indices.count)
    links.shrink(to: indices.count)
    showingLinks.shrink(to: indices.count)
  }

  private mutating func addIdle(_ slot: Int) {
    links.append(slot, to: &idle)
    guard let key = entries[slot].shows else { return }
    showingLinks.append(slot, to: &idleShowing[key, default: IndexLinks.Ends()])
  }

  private mutating func removeIdle(_ slot: Int) {
    links.remove(slot, from: &idle)
    guard let key = entries[slot].shows, var showing = idleShowing[key] else { return }
    showingLinks.remove(slot, from: &showing)
    idleShowing[key] = showing.isEmpty ? nil : showing
  }

  /// Moves an idle element from the hot end to where its idle time belongs.
  ///
  /// The search begins at `colder`, if that is idle, and no hotter.
  mutating func sortIdle(_ slot: Int, after colder: Int? = nil) {
    links.remove(slot, from: &idle)
    var next = idle.first
    if let colder, colder != slot, colder < count, entries[colder].phase == .idle,
      entries[colder].idleSince <= entries[slot].idleSince
    {
      next = links.index(after: colder)
    }
    while let other = next, entries[other].idleSince <= entries[slot].idleSince {
      next = links.index(after: other)
    }
    if let next {
      links.insert(slot, before: next, in: &idle)
    } else {
      links.append(slot, to: &idle)
    }
    if let key = entries[slot].shows { sortShowing(slot, key, after: colder) }
  }

  private mutating func sortShowing(_ slot: Int, _ key: PoolPreference, after colder: Int?) {
    guard var showing = idleShowing[key] else { return }
    showingLinks.remove(slot, from: &showing)
    var next = showing.first
    if let colder, colder != slot, colder < count, entries[colder].phase == .idle,
      entries[colder].shows == key, entries[colder].idleSince <= entries[slot].idleSince
    {
      next = showingLinks.index(after: colder)
    }
    while let other = next, entries[other].idleSince <= entries[slot].idleSince {
      next = showingLinks.index(after: other)
    }
    if let next {
      showingLinks.insert(slot, before: next, in: &showing)
    } else {
      showingLinks.append(slot, to: &showing)
    }
    idleShowing[key] = showing
  }

  mutating func renew(_ slot: Int) {
    entries[slot] = Entry(phase: .building)
  }

  mutating func endExemptions() {
    for list in [idle, out, onTheWay, overdue] {
      var current = list.first
      while let slot = current {
        current = links.index(after: slot)
        entries[slot].isExempt = false
      }
    }
  }

  mutating func markStale(_ slot: Int) {
    guard !entries[slot].isStale else { return }
    entries[slot].isStale = true
    if entries[slot].phase == .out { staleOutCount += 1 }
  }

  mutating func markAllStale() {
    for list in [out, onTheWay, overdue] {
      var current = list.first
      while let slot = current {
        current = links.index(after: slot)
        if entries[slot].phase != .building { markStale(slot) }
      }
    }
  }

  /// No waiter relies on it any more, because it may never complete.
  mutating func markOverdue(_ slot: Int) {
    finish(slot)
    entries[slot].isOverdue = true
    links.append(slot, to: &overdue)
    if entries[slot].phase == .preparing { overduePreparingCount += 1 }
  }

  private mutating func finish(_ slot: Int) {
    if entries[slot].isOverdue {
      entries[slot].isOverdue = false
      links.remove(slot, from: &overdue)
    } else {
      links.remove(slot, from: &onTheWay)
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
    case .idle: removeIdle(slot)
    case .out:
      links.remove(slot, from: &out)
      if entries[slot].isStale { staleOutCount -= 1 }
    case .destroying: destroyingCount -= 1
    }
  }
}

/// The number of a preference key; keys are of any type and slow to copy.
typealias PoolPreference = Int
