internal import StageFloor

extension PoolCore {
  /// Lends an idle element of a key, or returns nil.
  @usableFromInline
  @inline(never)
  final func lendIdle(of key: KeyEntry, _ mark: LoanMark) -> SlotRef? {
    while true {
      var refusal: Refusal?
      if let slot = lendIdle(of: key, mark, refusal: &refusal) { return slot }
      guard let refusal else { return nil }
      discard(refusal.slot, because: refusal.reason)
    }
  }

  /// Lends an idle element of a key to a borrower that may wait, or returns nil.
  ///
  /// If the granted element cannot be used, `refusal` is set. The borrower then has a place in
  /// line, and must repeat its request with the refusal to keep it.
  @usableFromInline
  @inline(never)
  final func lendIdle(
    of key: KeyEntry, _ mark: LoanMark, refusal: inout Refusal?
  ) -> SlotRef? {
    let borrower = Borrower(mark: mark)
    let identity = identity(of: borrower)
    let (action, turn) = decide(.calm, clock: clockForLoans ?? .unlessSettled) {
      desk, now, orders in
      let turn = desk.machine.line.takeTurn()
      let request = Machine.Request(patience: .none, shelf: key.shelf)
      let action = desk.machine.borrow(request, at: now, into: &orders)
      beginLoan(action, &desk, at: now, by: identity)
      return (action, turn)
    }
    guard case .lend(let grant) = action else { return nil }
    let slot = table[grant.slot]
    if grant.needsPreparation || grant.needsValidation {
      let start = timekeeper.now
      if let reason = reasonToReject(grant) {
        refusal = Refusal(slot: slot, reason: reason, turn: turn, since: start)
        return nil
      }
    }
    announceLoan(of: slot, to: borrower, waited: 0)
    return slot
  }

  /// Calls the machine with the shelf of the borrower's key, if elements have keys.
  final func askWithKey<Answer>(
    of borrower: Borrower,
    _ ask: (inout Desk, _ shelf: Int?, Int64, inout OrderList<Machine.Order>) -> Answer
  ) -> Answer {
    while true {
      let entry = borrower.key?.findOrMake()
      let answer = decide(attention(for: borrower), clock: clockForLoans ?? .unlessIdle) {
        desk, now, orders -> Answer? in
        if let entry, !desk.open(entry) { return nil }
        return ask(&desk, entry?.shelf, now, &orders)
      }
      // Otherwise the entry was retired after it was found.
      guard let answer else { continue }
      if let entry, entry.isFresh { directory?.forget([entry]) }
      return answer
    }
  }

  /// Returns the key of the element in `slot`, which exists or is being created.
  final func key(of slot: SlotRef) -> KeyEntry {
    let entry = decide(.calm) { desk, _, _ in
      desk.machine.slots[slot.index].shelf.flatMap { desk.keys[$0] }
    }
    guard let entry else { preconditionFailure("Every element of a keyed pool has a key.") }
    return entry
  }

  /// Keys whose shelves were closed, to be removed from the directory.
  struct RetiredKeys {
    var entries: [KeyEntry]
    var directory: (any KeyForgetting)?
  }

  /// Removes the keys of closed shelves; with the lock held.
  final func retireKeys() -> RetiredKeys? {
    guard !desk.pointee.machine.shelves.vanished.isEmpty else { return nil }
    return RetiredKeys(entries: desk.pointee.retireKeys(), directory: directory)
  }
}

extension Desk {
  /// Ensures that the key has a shelf, unless the pool is shut down.
  ///
  /// - Returns: False if the key was retired.
  fileprivate mutating func open(_ entry: KeyEntry) -> Bool {
    guard !entry.isRetired else { return false }
    guard entry.isFresh, machine.service == .open else { return true }
    let shelf = machine.openShelf()
    while keys.count <= shelf { keys.append(nil) }
    keys[shelf] = entry
    entry.open(on: shelf)
    return true
  }

  fileprivate mutating func retireKeys() -> [KeyEntry] {
    var entries: [KeyEntry] = []
    for shelf in machine.shelves.takeVanished() {
      guard let entry = keys[shelf] else { continue }
      entry.retire()
      keys[shelf] = nil
      entries.append(entry)
    }
    keys.shrink(to: machine.shelves.count)
    return entries
  }

  /// Whether the borrower holds an element of a key whose elements are all on loan.
  func wouldWaitForItsKey(_ borrower: UInt, on shelf: Int) -> Bool {
    machine.allAreOut(on: shelf)
      && loans.indices.contains {
        // Only loans are recorded, and their slots exist in the machine.
        loans[$0].since != 0 && loans[$0].borrower == borrower && machine.slots[$0].shelf == shelf
      }
  }
}
