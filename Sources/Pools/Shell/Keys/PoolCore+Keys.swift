internal import StageFloor

extension PoolCore {
  /// A granted element that proved unfit before its borrower specified its timeout.
  @usableFromInline
  struct Refusal {
    var slot: SlotRef
    var reason: PoolDiscardReason
    var turn: Int
    var since: Int64
  }

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

  /// If the granted element is unfit, `refusal` is set: the borrower has a place in line, which it
  /// keeps by repeating its request with the refusal.
  @usableFromInline
  @inline(never)
  final func lendIdle(
    of key: KeyEntry, _ mark: LoanMark, refusal: inout Refusal?
  ) -> SlotRef? {
    if mayLendDirectly { return lendDirectly(of: key, mark) }
    let borrower = Borrower(mark: mark)
    let identity = identity(of: borrower)
    let (action, turn) = decide(.calm, clock: clockForLoans ?? .unlessSettled) {
      state, now, effects in
      let turn = state.machine.line.takeTurn()
      let request = Machine.Request(patience: .none, keyIndex: key.keyIndex)
      let action = state.machine.borrow(request, at: now, into: &effects)
      beginLoan(action, &state, at: now, by: identity)
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

  /// The time always matters: an idle element may have another key.
  ///
  /// The index is nil if the pool is shut down and stores no such key.
  final func decide<Answer>(
    for key: any KeySeeking,
    _ ask: (inout PoolState, _ keyIndex: Int?, Int64, inout Effects<Machine.Action>) -> Answer
  ) -> Answer {
    while true {
      let entry = key.findOrMake()
      let answer = decide(.toLend, clock: .always) {
        state, now, effects -> Answer? in
        guard state.open(entry) else { return nil }
        return ask(&state, entry.keyIndex, now, &effects)
      }
      // Otherwise the entry was retired after it was found.
      guard let answer else { continue }
      if entry.isFresh { directory?.forget([entry]) }
      return answer
    }
  }

  /// Of an element that exists or is being created.
  final func key(of slot: SlotRef) -> KeyEntry {
    let entry = decide(.calm) { state, _, _ in
      state.machine.keys.keyIndex(ofSlot: slot.index).flatMap { state.keys[$0] }
    }
    guard let entry else { preconditionFailure("Every element of a keyed pool has a key.") }
    return entry
  }

  struct RetiredKeys {
    var entries: [KeyEntry]
    var directory: (any KeyForgetting)?
  }

  final func retireKeys() -> RetiredKeys {
    RetiredKeys(entries: state.pointee.retireKeys(), directory: directory)
  }
}

extension PoolState {
  /// Returns false if the key was retired.
  fileprivate mutating func open(_ entry: KeyEntry) -> Bool {
    guard !entry.isRetired else { return false }
    guard entry.isFresh, machine.service == .open else { return true }
    let keyIndex = machine.openKeySlot()
    while keys.count <= keyIndex { keys.append(nil) }
    keys[keyIndex] = entry
    entry.open(for: keyIndex)
    return true
  }

  fileprivate mutating func retireKeys() -> [KeyEntry] {
    var entries: [KeyEntry] = []
    for keyIndex in machine.keys.keySlots.takeVanished() {
      guard let entry = keys[keyIndex] else { continue }
      entry.retire()
      keys[keyIndex] = nil
      entries.append(entry)
    }
    keys.shrink(to: machine.keys.keySlots.count)
    return entries
  }

  func wouldWaitForItsKey(_ borrower: UInt, for keyIndex: Int) -> Bool {
    machine.allAreOut(for: keyIndex)
      && holds(borrower) { machine.keys.keyIndex(ofSlot: $0) == keyIndex }
  }
}
