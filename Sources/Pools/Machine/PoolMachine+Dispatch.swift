internal import StageFloor

extension PoolMachine {
  /// Gives idle elements to waiters in FIFO order, and starts missing creations.
  ///
  /// Every event that may have freed an element or capacity ends here; waiters are served nowhere
  /// else.
  mutating func dispatch(at now: Moment, into effects: inout Effects<Action>) {
    if isKeyed { return dispatchByKey(at: now, into: &effects) }
    serveLine(at: now, into: &effects)
    startBuilds(at: now, into: &effects)
    dropUnneeded(into: &effects)
  }

  private mutating func serveLine(at now: Moment, into effects: inout Effects<Action>) {
    guard slots.idleCount > 0 else { return }
    // The number of idle elements reserved for called threads, which take them by themselves.
    var spokenFor = 0
    var current = line.first
    while let place = current, slots.idleCount > spokenFor {
      current = line.waiting.index(after: place)
      if line.places[place].isCalled {
        spokenFor += 1
        continue
      }
      if line.places[place].kind == .thread, threadsMayOvertake(line.first ?? place, at: now) {
        // The element stays idle for any running thread; this thread is woken to retry. Handing the
        // element over would cost a thread switch for each use. A thread that has joined and not
        // parked yet retries when it parks.
        if let waiter = line.call(place) { effects.append(.call(waiter)) }
        spokenFor += 1
        continue
      }
      let preference = line.places[place].preference
      if let grant = takeIdle(preferring: preference, at: now, into: &effects) {
        resume(place, with: .lent(grant), into: &effects)
        continue
      }
      guard rules.preparer == .pool, let slot = choose(preferring: preference),
        slots.preparingCount - slots.overduePreparingCount < line.count
      else { return }
      startPreparing(grant(of: slot, preferring: preference, at: now), into: &effects)
      // The same borrower is considered again: another element may need no preparation.
      current = place
    }
  }

  mutating func startPreparing(_ grant: Grant, into effects: inout Effects<Action>) {
    move(grant.slot, to: .preparing)
    if grant.needsPreparation {
      // It shows nothing from here on; an element that is only validated is unchanged.
      slots[grant.slot].shows = nil
      slots[grant.slot].isPrepared = true
    }
    effects.append(.prepare(grant))
  }
}
