internal import StageFloor

// Tests of idle elements for which no borrower has asked.
extension PoolMachine {
  /// One at a time, the coldest first, so that borrowers find the others idle.
  ///
  /// A test that takes longer than the interval no longer delays the others. O(*n*) in the number of
  /// idle elements.
  mutating func startIdleTest(at now: Moment, into effects: inout Effects<Action>) {
    guard let interval = rules.testInterval, let next = nextIdleTest, now >= next else { return }
    earliestIdleTest = nil
    var dueSlot: Int?
    var current = slots.coldest
    while let slot = current {
      current = slots.colder(after: slot)
      let due = slots[slot].restsSince + interval
      if dueSlot == nil, now >= due {
        dueSlot = slot
      } else {
        earliestIdleTest = min(earliestIdleTest ?? due, due)
      }
    }
    guard let slot = dueSlot else { return }
    idleTestStartedAt = now
    slots[slot].isUnderTest = true
    move(slot, to: .preparing)
    effects.append(.prepare(Grant(slot: slot, needsValidation: true)))
  }

  var nextIdleTest: Moment? {
    guard service == .open, let interval = rules.testInterval, let next = earliestIdleTest else {
      return nil
    }
    return idleTestStartedAt.map { max(next, $0 + interval) } ?? next
  }

  mutating func noteIdleTest(of slot: Int) {
    guard let interval = rules.testInterval else { return }
    let due = slots[slot].restsSince + interval
    earliestIdleTest = min(earliestIdleTest ?? due, due)
  }

  /// Returns whether the element was tested while idle, not prepared for a waiter.
  mutating func endIdleTest(of slot: Int) -> Bool {
    guard slots[slot].isUnderTest else { return false }
    slots[slot].isUnderTest = false
    idleTestStartedAt = nil
    return true
  }

  /// The element passed its test: its idle time goes on.
  ///
  /// O(*n*) in the number of colder elements.
  mutating func restoreIdleOrder(of slot: Int) {
    slots.sortIdle(slot)
    guard isKeyed else { return }
    let (slots, since) = (slots, slots[slot].idleSince)
    keys.sortIdle(slot) { slots[$0].idleSince > since }
  }
}
