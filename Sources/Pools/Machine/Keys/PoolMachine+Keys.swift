internal import StageFloor

// Elements with keys. A keyed pool is the same machine with another way to serve waiters: each
// change of a slot or a waiter is also recorded in `keys`, and ends in `serveKeys`. The machine
// calls the methods of this folder where `isKeyed`; a pool without keys uses nothing of it.
//
// Which waiter is served. Waiters are considered from the oldest to the newest, regardless of their
// keys. A waiter is *eligible* if an element of its key is idle, or another may be created: the key
// is below its own capacity and not delayed after a failed creation. An eligible waiter takes an
// idle element of its key; otherwise free capacity; otherwise the coldest idle element, which then
// has another key, is destroyed to make room. Waiters that are not eligible are skipped, and lose
// nothing by it: what they wait for is of no use to others.
//
// Where the pool prepares elements, an eligible waiter whose key has only idle elements that need it
// has one prepared, unless as many are being prepared as borrowers wait for the key. The waiter stays
// in line meanwhile, and the prepared element goes to the longest waiter of its key.
//
// This does not scan the whole line. Each key slot has its own line, and the machine orders the
// key slots by their next waiter.
extension PoolMachine {
  mutating func borrowByKey(
    _ request: Request, at now: Moment, into effects: inout Effects<Action>
  ) -> BorrowAction {
    // Idle elements that waiters could use never remain.
    if let keyIndex = request.keyIndex, keys.waiting.count(for: keyIndex) == 0,
      let grant = takeIdle(for: keyIndex, at: now, into: &effects)
    {
      return .lend(grant)
    }
    guard request.keyIndex != nil, case .until(let deadline) = request.patience else {
      dispatch(at: now, into: &effects)
      return .refuse
    }
    if let keyIndex = request.keyIndex, failsFast(keyIndex, at: now) {
      dispatch(at: now, into: &effects)
      return .failFast
    }
    return joinUnlessFull(request, until: deadline, at: now, into: &effects)
  }

  /// Only the waiters of the key are ordered by turns: none is served from the line of all keys, in
  /// which any number may be before one that rejoins.
  ///
  /// O(1) at the back, otherwise O(*n*) in the number that rejoined for the key.
  mutating func joinByKey(_ request: Request, since: Moment, deadline: Moment?) -> Ticket {
    guard let keyIndex = request.keyIndex else {
      preconditionFailure("In a keyed pool a waiter has a key.")
    }
    let ticket = line.join(
      request.kind, turn: request.turn, since: since, deadline: deadline, rejoining: .atFront)
    let place = Int(ticket.place)
    let turn = line.places[place].turn
    var next: Int?
    if let last = keys.waiting.last(for: keyIndex), line.places[last].turn > turn {
      next = keys.waiting.first(for: keyIndex)
      while let other = next, line.places[other].turn < turn {
        next = keys.waiting.integer(after: other)
      }
    }
    keys.join(place, for: keyIndex, before: next)
    return ticket
  }

  mutating func dispatchByKey(at now: Moment, into effects: inout Effects<Action>) {
    serveKeys(at: now, into: &effects)
    dropUnneeded(into: &effects)
    keys.closeEmptyKeySlots()
    keys.shrink(slots: slots.count, places: line.places.count)
  }

  private mutating func serveKeys(at now: Moment, into effects: inout Effects<Action>) {
    endPauses(at: now)
    refreshTouched()
    var promises: [Int] = []
    while true {
      let lender = keys.keySlots.lendable.first
      if let wanter = nextToBuildFor(promised: promises.count),
        wanter.rank < lender?.rank ?? .max
      {
        if hasRoom, roomToCome > promises.count {
          effects.append(.build(startBuilding(for: wanter.keyIndex)))
          refreshTouched()
          continue
        }
        if roomToCome > promises.count {
          // An element is being destroyed. Which waiter gets its room is decided again when that is
          // done.
          keys.keySlots.reserve(1, for: wanter.keyIndex)
          promises.append(wanter.keyIndex)
          refresh(wanter.keyIndex)
          continue
        }
        if roomToCome == promises.count, wanter.rank < Self.warmUpRank, let coldest = slots.coldest
        {
          destroy(coldest, because: .surplus, into: &effects)
          refreshTouched()
          continue
        }
      }
      guard let lender else { break }
      lend(for: lender.keyIndex, at: now, into: &effects)
      refreshTouched()
    }
    for keyIndex in promises { keys.keySlots.reserve(-1, for: keyIndex) }
    for keyIndex in promises { refresh(keyIndex) }
  }

  /// The key slot of the longest waiter for which an element may be created now.
  private func nextToBuildFor(promised: Int) -> (keyIndex: Int, rank: Int)? {
    guard service != .closed, slots.buildingCount + promised < rules.concurrentBuilds,
      let wanter = keys.keySlots.wanting.first, wanter.rank < Self.warmUpRank || mayWarmUp
    else { return nil }
    return wanter
  }

  /// Whether one more element may be idle; otherwise the coldest would be destroyed for it, and
  /// created again without end.
  var mayWarmUp: Bool { slots.idleCount + spareCount < rules.maximumIdle }

  /// The number of elements being created, prepared, tested or inspected that no waiter relies on.
  var spareCount: Int {
    max(0, slots.buildingCount + slots.preparingCount - keys.keySlots.providedCount)
  }

  private mutating func lend(
    for keyIndex: Int, at now: Moment, into effects: inout Effects<Action>
  ) {
    guard let place = keys.waiting.first(for: keyIndex) else { return }
    if let grant = takeIdle(for: keyIndex, at: now, into: &effects) {
      return resume(place, with: .lent(grant), into: &effects)
    }
    // What expired may have been the last.
    guard let slot = nextIdle(of: keyIndex) else { return }
    let counts = keys[keyIndex]
    if counts.preparing - counts.overduePreparing < keys.waiting.count(for: keyIndex) {
      startPreparing(grant(of: slot, preferring: nil, at: now), into: &effects)
    } else {
      // Until the key changes, it lends nothing.
      keys.keySlots.lendable.set(keyIndex, rank: nil)
    }
  }

  private func nextIdle(of keyIndex: Int) -> Int? {
    rules.order == .hottest ? keys.idle.last(for: keyIndex) : keys.idle.first(for: keyIndex)
  }

  private mutating func takeIdle(
    for keyIndex: Int, at now: Moment, into effects: inout Effects<Action>
  ) -> Grant? {
    while let slot = nextIdle(of: keyIndex) {
      if let reason = reasonToDiscard(idle: slot, at: now) {
        destroy(slot, because: reason, into: &effects)
        continue
      }
      let grant = grant(of: slot, preferring: nil, at: now)
      if mustPrepare(grant) { return nil }
      lend(slot, preferring: nil)
      return grant
    }
    return nil
  }

  private mutating func startBuilding(for keyIndex: Int) -> Int {
    let slot = slots.takeVacant()
    slots[slot].epoch = epoch
    keys.assign(slot, to: keyIndex)
    move(slot, to: .building)
    return slot
  }

  // MARK: The order of the key slots

  private mutating func refreshTouched() {
    while let keyIndex = keys.popTouched() { refresh(keyIndex) }
  }

  private mutating func refresh(_ keyIndex: Int) {
    // The key slot was closed after it changed, and its number was freed.
    guard keyIndex < keys.keySlots.count else { return }
    let counts = keys[keyIndex]
    if rules.maximumWaiting < .max || rules.maximumIdle < .max { noteProvided(for: keyIndex) }
    let hasIdle = keys.idle.count(for: keyIndex) > 0
    keys.keySlots.lendable.set(keyIndex, rank: hasIdle ? rank(at: 0, for: keyIndex) : nil)
    let reserved = keys.keySlots.reserved(for: keyIndex)
    let provided = keys.making.count(for: keyIndex) + reserved
    let mayMake =
      keys.keySlots.retryAt(of: keyIndex) == nil
      && counts.existing + reserved < rules.capacityPerKey ?? .max
    var wanted = mayMake && !hasIdle ? rank(at: provided, for: keyIndex) : nil
    if wanted == nil, mayMake,
      counts.existing - counts.destroying + reserved < warmTarget(of: keyIndex)
    {
      wanted = Self.warmUpRank
    }
    keys.keySlots.wanting.set(keyIndex, rank: wanted)
    if keys.waiting.count(for: keyIndex) == 0, counts.existing == 0 {
      keys.keySlots.suggestClosing(keyIndex)
    }
  }

  private mutating func noteProvided(for keyIndex: Int) {
    let counts = keys[keyIndex]
    let waiting = keys.waiting.count(for: keyIndex)
    let provided = min(waiting, keys.making.count(for: keyIndex) + counts.overduePreparing)
    let room = (rules.capacityPerKey ?? .max) - (counts.existing - counts.destroying)
    keys.keySlots.noteProvided(
      provided, makeable: min(waiting - provided, max(0, room)), for: keyIndex)
  }

  /// Whether an element is on its way for each waiter of the key.
  func isProvided(_ keyIndex: Int?) -> Bool {
    guard let keyIndex else { return false }
    return keys.keySlots.provided(for: keyIndex) == keys.waiting.count(for: keyIndex)
  }

  /// After all waiters, and not worth the destruction of another key's element.
  private static var warmUpRank: Int { .max - 1 }

  private func rank(at position: Int, for keyIndex: Int) -> Int? {
    keys.waiting.integer(at: position, for: keyIndex).map { line.places[$0].turn }
  }

  /// Request an element of the key at once.
  mutating func openKeySlot() -> Int {
    let keyIndex = keys.keySlots.open()
    keys.touch(keyIndex)
    return keyIndex
  }
}
