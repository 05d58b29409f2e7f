internal import StageFloor

// Elements with keys. A keyed pool is the same machine with another way to serve waiters: every
// change of a slot or a waiter is also recorded for its key slot, and ends in `serveKeys`.
//
// Which waiter is served. Waiters are considered from the oldest to the newest, regardless of their
// keys. A waiter is *eligible* if an element of its key is idle, or another may be created: the key
// is below its own capacity and not delayed after a failed creation. An eligible waiter takes an
// idle element of its key; otherwise free capacity; otherwise the coldest idle element, which then
// has another key, is destroyed to make room. Waiters that are not eligible are skipped, and lose
// nothing by it: what they wait for is of no use to others.
//
// This does not scan the whole line. Each key slot has its own line, and the machine orders the
// key slots by their next waiter.
extension PoolMachine {
  /// Handles a request in a keyed pool.
  mutating func borrowByKey(
    _ request: Request, at now: Moment, into effects: inout Effects<Action>
  ) -> BorrowAction {
    // Idle elements that waiters could use never remain.
    if let keyIndex = request.keyIndex, line.byKey.count(for: keyIndex) == 0,
      let grant = takeIdle(for: keyIndex, at: now, into: &effects)
    {
      return .lend(grant)
    }
    guard let keyIndex = request.keyIndex, case .until(let deadline) = request.patience else {
      dispatch(at: now, into: &effects)
      return .refuse
    }
    let ticket = line.join(
      request.kind, turn: request.turn, since: now, deadline: deadline, keyIndex: keyIndex)
    note(deadline: deadline)
    dispatch(at: now, into: &effects)
    return .wait(ticket)
  }

  /// Serves waiters in FIFO order, as far as their keys allow.
  mutating func serveKeys(at now: Moment, into effects: inout Effects<Action>) {
    endPauses(at: now)
    refreshTouched()
    var promises: [Int] = []
    while true {
      let lender = keySlots.lendable.first
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
          keySlots.reserve(1, for: wanter.keyIndex)
          promises.append(wanter.keyIndex)
          refresh(wanter.keyIndex)
          continue
        }
        if roomToCome == promises.count, let coldest = slots.coldest {
          end(idle: coldest, because: .surplus, into: &effects)
          refreshTouched()
          continue
        }
      }
      guard let lender else { break }
      lend(for: lender.keyIndex, at: now, into: &effects)
      refreshTouched()
    }
    for keyIndex in promises { keySlots.reserve(-1, for: keyIndex) }
    for keyIndex in promises { refresh(keyIndex) }
  }

  /// The capacity that is free, or will be once the elements being destroyed are gone.
  private var roomToCome: Int { rules.capacity - (existing - slots.destroyingCount) }

  /// The key slot of the longest waiter for which an element may be created now.
  private func nextToBuildFor(promised: Int) -> (keyIndex: Int, rank: Int)? {
    guard service != .closed, slots.buildingCount + promised < rules.concurrentBuilds else {
      return nil
    }
    return keySlots.wanting.first
  }

  private mutating func lend(
    for keyIndex: Int, at now: Moment, into effects: inout Effects<Action>
  ) {
    guard let place = line.byKey.first(for: keyIndex),
      let grant = takeIdle(for: keyIndex, at: now, into: &effects)
    else { return }
    if let waiter = line.settle(place, with: .lent(grant)) {
      effects.append(.resume(waiter, .lent(grant)))
    }
  }

  /// Takes an idle element of a key, and discards expired ones on the way.
  private mutating func takeIdle(
    for keyIndex: Int, at now: Moment, into effects: inout Effects<Action>
  ) -> Grant? {
    while let slot = rules.order == .hottest
      ? slots.byKey.idle.last(for: keyIndex) : slots.byKey.idle.first(for: keyIndex)
    {
      if let reason = reasonToDiscard(idle: slot, at: now) {
        end(idle: slot, because: reason, into: &effects)
        continue
      }
      let grant = grant(of: slot, preferring: nil, at: now)
      lend(slot, preferring: nil)
      return grant
    }
    return nil
  }

  mutating func end(
    idle slot: Int, because reason: PoolDiscardReason, into effects: inout Effects<Action>
  ) {
    slots.move(slot, to: .destroying)
    effects.appendLast(.destroy(slot, reason))
  }

  // MARK: The order of the key slots

  /// Updates the ranks of the key slots that changed.
  mutating func refreshTouched() {
    while let keyIndex = slots.byKey.popTouched() { refresh(keyIndex) }
    while let keyIndex = line.byKey.popTouched() { refresh(keyIndex) }
  }

  private mutating func refresh(_ keyIndex: Int) {
    // The key slot was closed after it changed, and its number was freed.
    guard keyIndex < keySlots.count else { return }
    let waiting = line.byKey.count(for: keyIndex)
    let counts = slots.byKey[keyIndex]
    let hasIdle = slots.byKey.idle.count(for: keyIndex) > 0
    keySlots.lendable.set(keyIndex, rank: hasIdle ? rank(at: 0, for: keyIndex) : nil)
    let provided = slots.byKey.making.count(for: keyIndex) + keySlots.reserved(for: keyIndex)
    let mayMake =
      !hasIdle && keySlots.retryAt(of: keyIndex) == nil
      && counts.existing + keySlots.reserved(for: keyIndex) < rules.capacityPerKey ?? .max
    keySlots.wanting.set(keyIndex, rank: mayMake ? rank(at: provided, for: keyIndex) : nil)
    if waiting == 0, counts.existing == 0 { keySlots.suggestClosing(keyIndex) }
  }

  /// The turn of the waiter at this position in the line of a key.
  private func rank(at position: Int, for keyIndex: Int) -> Int? {
    line.byKey.integer(at: position, for: keyIndex).map { line.places[$0].turn }
  }

  // MARK: Opening and closing key slots

  /// Opens a key slot for a key that has none; request an element of it at once.
  mutating func openKeySlot() -> Int {
    let keyIndex = keySlots.open()
    slots.byKey.touch(keyIndex)
    return keyIndex
  }

  mutating func closeEmptyKeySlots() {
    let hasShrunk = keySlots.closeSuggested {
      line.byKey.count(for: $0) == 0 && slots.byKey[$0].existing == 0
    }
    guard hasShrunk else { return }
    slots.byKey.shrink(keys: keySlots.count)
    line.byKey.shrink(keys: keySlots.count)
  }
}
