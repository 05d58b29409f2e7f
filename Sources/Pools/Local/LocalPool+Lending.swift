internal import StageFloor

extension LocalPool {
  struct Loan {
    var slot: Int
    var place: UnsafeMutablePointer<Element>
    var isPreferred = false
  }

  func borrow(preferring key: AnyHashable?) -> Loan {
    // Before the machine is used: this runs the key's own code.
    let preference = key.map { preferences.number(of: $0) { machine.preferencesInUse } }
    let now = timeIfItMatters
    var effects = Effects<Machine.Action>()
    dropAged(at: now, into: &effects)
    let action = machine.borrow(
      Machine.Request(patience: .none, preference: preference), at: now, into: &effects)
    perform(effects)

    switch action {
    case .lend(let grant):
      let place = places[grant.slot]
      if grant.needsPreparation { hooks.prepareForReuse?(&place.pointee) }
      return Loan(slot: grant.slot, place: place, isPreferred: grant.isPreferred)
    case .build(let slot):
      let place = build(slot)
      machine.builtByBorrower(slot, at: timeIfItMatters)
      return Loan(slot: slot, place: place)
    case .wait, .refuse, .lineIsFull, .failFast, .shutdown:
      preconditionFailure("A local pool is unlimited and never shut down: it always lends.")
    }
  }

  func returnElement(_ slot: Int) {
    // The slot counts as on loan while the hook runs, so no other borrower can get its element.
    let place = places[slot]
    if let onReturn = hooks.onReturn, onReturn(&place.pointee) == .discard {
      return discard(slot, because: .byHook)
    }
    let now = timekeeper.now
    settle { machine, effects in
      _ = machine.returnElement(slot, at: now, into: &effects)
      Self.dropAged(in: &machine, at: now, into: &effects)
    }
  }

  func discard(_ slot: Int, because reason: PoolDiscardReason) {
    let now = timeIfItMatters
    settle { machine, effects in
      _ = machine.discarded(slot, because: reason, at: now, into: &effects)
    }
  }

  /// Removes an element on loan from the pool permanently.
  func detach(_ slot: Int) -> Element {
    let element = places[slot].move()
    let now = timeIfItMatters
    settle { machine, effects in machine.detached(slot, at: now, into: &effects) }
    freeVacantPlaces()
    return element
  }

  func build(_ slot: Int) -> UnsafeMutablePointer<Element> {
    let element = make()
    while places.count <= slot { places.append(.allocate(capacity: 1)) }
    let place = places[slot]
    place.initialize(to: element)
    tally.created += 1
    return place
  }

  /// Passes an event to the machine, performs the actions, and returns how many elements were
  /// destroyed.
  @discardableResult
  func settle(_ event: (inout Machine, inout Effects<Machine.Action>) -> Void) -> Int {
    var effects = Effects<Machine.Action>()
    event(&machine, &effects)
    return perform(effects)
  }

  private func freeVacantPlaces() {
    while places.count > machine.slots.count { places.removeLast().deallocate() }
  }

  /// Hooks and deinits run here, after the machine's decision.
  @discardableResult
  func perform(_ effects: consuming Effects<Machine.Action>) -> Int {
    if effects.isEmpty { return 0 }
    var ended = 0
    effects.performEach { action in
      guard case .destroy(let slot, let reason) = action else {
        preconditionFailure("A local pool has no waiters, and borrowers create its elements.")
      }
      tally.discarded[reason, default: 0] += 1
      ended += 1
      hooks.end(places[slot].move(), because: reason)
      let now = timeIfItMatters
      settle { machine, effects in machine.destroyed(slot, at: now, into: &effects) }
      freeVacantPlaces()
    }
    return ended
  }
}
