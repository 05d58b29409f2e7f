internal import StageFloor

// Tests of idle elements for which no borrower has asked.
extension PoolMachine {
  /// One at a time, so that borrowers find the others idle; first the one that was not used or
  /// tested for the longest time.
  ///
  /// A test delays the others for one interval at most. O(*n*) in the number of idle elements.
  mutating func startIdleTest(at now: Moment, into effects: inout Effects<Action>) {
    guard let interval = rules.testInterval, let next = nextIdleTest, now >= next else { return }
    earliestIdleTest = nil
    var first: (slot: Int, due: Moment)?
    var current = slots.coldest
    while let slot = current {
      current = slots.colder(after: slot)
      let due = slots[slot].restsSince + interval
      if let first {
        let later = max(due, first.due)
        earliestIdleTest = min(earliestIdleTest ?? later, later)
      }
      if due < first?.due ?? .max { first = (slot, due) }
    }
    guard let (slot, due) = first else { return }
    guard now >= due else {
      earliestIdleTest = due
      return
    }
    latestIdleTest = (slot, now)
    beginTest(of: slot)
    effects.append(.prepare(Grant(slot: slot, needsValidation: true)))
  }

  /// No waiter relies on the element, because its test or inspection may hang.
  private mutating func beginTest(of slot: Int) {
    idleTestCount += 1
    slots[slot].isUnderTest = true
    move(slot, to: .preparing)
    if let keyIndex = keys.keyIndex(ofSlot: slot) {
      keys.markOverdue(slot, .preparing, for: keyIndex)
    }
    slots.markOverdue(slot)
  }

  var nextIdleTest: Moment? {
    guard service == .open, let interval = rules.testInterval, let next = earliestIdleTest else {
      return nil
    }
    return latestIdleTest.map { max(next, $0.startedAt + interval) } ?? next
  }

  // MARK: Inspection by the program

  /// Returns the element's age and idle time, or nil if it is not idle; `inspected` or `discarded`
  /// follows.
  ///
  /// What is not recorded counts from the first inspection.
  mutating func takeToInspect(_ slot: Int, at now: Moment) -> (age: Int64, idleTime: Int64)? {
    guard slot < slots.count, slots[slot].phase == .idle else { return nil }
    if slots[slot].createdAt == 0 { slots[slot].createdAt = now }
    if slots[slot].idleSince == 0 { slots[slot].idleSince = now }
    beginTest(of: slot)
    return (now - slots[slot].createdAt, now - slots[slot].idleSince)
  }

  mutating func inspected(
    _ slot: Int, after colder: Int?, at now: Moment, into effects: inout Effects<Action>
  ) {
    _ = endIdleTest(of: slot)
    if let reason = reasonNotToKeep(slot) {
      destroy(slot, because: reason, into: &effects)
    } else {
      noteExpiry(of: slot)
      move(slot, to: .idle)
      restoreIdleOrder(of: slot, after: colder)
    }
    dispatch(at: now, into: &effects)
  }

  // MARK: The times of tests

  mutating func noteIdleTest(of slot: Int) {
    guard let interval = rules.testInterval else { return }
    let due = slots[slot].restsSince + interval
    earliestIdleTest = min(earliestIdleTest ?? due, due)
  }

  /// Returns whether the element was tested or inspected while idle, not prepared for a waiter.
  mutating func endIdleTest(of slot: Int) -> Bool {
    guard slots[slot].isUnderTest else { return false }
    slots[slot].isUnderTest = false
    idleTestCount -= 1
    // A test that hung has been followed by another.
    if latestIdleTest?.slot == slot { latestIdleTest = nil }
    return true
  }

  /// The idle time of the element goes on.
  ///
  /// O(*n*) in the number of colder elements, or in those between it and `colder`.
  mutating func restoreIdleOrder(of slot: Int, after colder: Int? = nil) {
    slots.sortIdle(slot, after: colder)
    guard isKeyed else { return }
    let entries = slots.entries
    let colder = colder.flatMap { $0 < entries.count && entries[$0].phase == .idle ? $0 : nil }
    keys.sortIdle(slot, after: colder) { entries[$0].idleSince > entries[slot].idleSince }
  }
}
