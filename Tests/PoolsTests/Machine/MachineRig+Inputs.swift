import StageFloor

@testable import StagecraftPools

extension MachineRig {
  enum Wait: Hashable {
    case none, forever
    case until(Int64)
  }

  /// All inputs of a machine.
  ///
  /// Borrowers are identified by number, elements by slot.
  enum Input {
    case borrow(Machine.Line.Kind, Wait, preference: Int?)
    case park(Int)
    case retry(Int)
    case abandon(Int)
    case returnElement(Int)
    case discard(Int)
    case detach(Int)
    case reject(Int)
    case replace(Int)
    /// A second or stray return of a slot that is not on loan.
    case stray(Int)
    case built(Int)
    case buildFailed(Int)
    case builtByBorrower(Int)
    case buildFailedForBorrower(Int)
    case prepared(Int)
    case preparationFailed(Int)
    case destroyed(Int)
    case setCapacity(Int)
    case warmUp(Int)
    case shed(Machine.Shedding)
    case admit
    case invalidateAll
    case shutdown(failing: Bool)
    /// The clock advances, without a call to the machine.
    case wait(Int64)
    /// The clock advances, and the timer fires.
    case pass(Int64)
  }

  /// The machine's answer, with the borrower that receives it.
  enum Answer {
    case borrow(Int, Machine.BorrowAction)
    case park(Int, Machine.Line.ParkAction)
    case retry(Int, Machine.RetryAction)
    case abandon(Int, Machine.AbandonAction)
    case returnElement(Machine.ReturnAction, expected: Bool)
  }

  /// The time as the machine receives it: the shell reads its clock only if the machine needs it.
  private var told: Int64 { machine.needsTime ? now : 0 }

  mutating func perform(
    _ input: Input, into list: inout Effects<Machine.Action>
  ) throws -> Answer? {
    let told = self.told
    switch input {
    case .borrow(let kind, let wait, let preference):
      let id = makeBorrower(kind, wait, preference)
      let request = borrowers[id].request
      return .borrow(id, try borrowInBothWays(request, at: told, into: &list))
    case .park(let id):
      return .park(id, machine.park(borrowers[id].ticket!, id, at: told, into: &list))
    case .retry(let id):
      return .retry(id, machine.retry(borrowers[id].ticket!, id, at: told, into: &list))
    case .abandon(let id):
      let outcome = borrowers[id].deadline.map { now >= $0 } ?? false
      return .abandon(
        id,
        machine.abandon(
          borrowers[id].ticket!, with: outcome ? .timedOut : .cancelled, at: told, into: &list))
    case .returnElement(let id):
      let slot = takeBack(from: id)
      slots[slot].uses += 1
      slots[slot].checked = now
      return .returnElement(
        try returnInBothWays(slot, at: told, into: &list), expected: true)
    case .discard(let id):
      let slot = takeBack(from: id)
      return .returnElement(
        machine.discarded(slot, because: .byBorrower, at: told, into: &list), expected: true)
    case .detach(let id):
      let slot = takeBack(from: id)
      slots[slot].phase = .vacant
      machine.detached(slot, at: told, into: &list)
    case .replace(let id):
      let slot = takeBack(from: id)
      slots[slot] = Slot(phase: .idle, epoch: epoch, isAdded: slots[slot].isAdded)
      noteBuilt(slot, phase: .idle)
      machine.replaced(slot, at: told == 0 ? now : told, into: &list)
    case .reject(let id):
      let slot = takeBack(from: id)
      let borrower = borrowers[id]
      return .borrow(
        id,
        machine.rejected(
          slot, because: .byHook, request: borrower.request, since: borrower.since, at: now,
          into: &list))
    case .stray(let slot):
      return .returnElement(
        try returnInBothWays(slot, at: told, into: &list), expected: false)
    default: performForPool(input, into: &list)
    }
    return nil
  }

  private mutating func performForPool(_ input: Input, into list: inout Effects<Machine.Action>) {
    let told = self.told
    switch input {
    case .built(let slot) where slots[slot].isAdded:
      noteBuilt(slot, phase: .idle)
      machine.added(slot, at: told, into: &list)
      _ = machine.takeReachedWarmUps()
    case .built(let slot):
      pausedUntil = nil
      noteBuilt(slot, phase: .idle)
      machine.built(slot, at: told, into: &list)
      _ = machine.takeReachedWarmUps()
    case .buildFailed(let slot):
      slots[slot].phase = .vacant
      // Creations that fail together are one failure.
      if now >= machine.retryAt ?? now {
        pausedUntil = now + machine.rules.firstRetryDelay * 95 / 100
      }
      machine.buildFailed(slot, with: Failure(number: slot), at: told, into: &list)
    case .builtByBorrower(let id):
      guard case .building(let slot) = borrowers[id].stage else { return }
      pausedUntil = nil
      noteBuilt(slot, phase: .out)
      slots[slot].content = .unknown
      if let wish = borrowers[id].request.preference { slots[slot].content = .shows(wish) }
      borrowers[id].stage = .holding(slot)
      machine.builtByBorrower(slot, at: told)
    case .buildFailedForBorrower(let id):
      guard case .building(let slot) = borrowers[id].stage else { return }
      slots[slot].phase = .vacant
      borrowers[id].stage = .gone
      machine.buildFailedForBorrower(slot, at: told, into: &list)
    case .prepared(let slot):
      slots[slot].phase = .idle
      slots[slot].checked = now
      machine.prepared(slot, at: told, into: &list)
    case .preparationFailed(let slot):
      slots[slot].phase = .idle
      _ = machine.discarded(slot, because: .preparationFailed, at: told, into: &list)
    case .destroyed(let slot):
      slots[slot].phase = .vacant
      machine.destroyed(slot, at: told, into: &list)
    case .setCapacity(let capacity):
      if capacity < machine.rules.capacity {
        for slot in slots.indices { slots[slot].isAdded = false }
      }
      machine.setCapacity(capacity, at: told, into: &list)
    case .warmUp(let count):
      machine.warmUp(UInt64(history.count), to: count, at: now, into: &list)
      _ = machine.takeReachedWarmUps()
    case .shed(let shedding): _ = machine.shed(shedding, at: now, into: &list)
    case .admit:
      let slot = machine.admit()
      if slot == slots.count { slots.append(Slot()) }
      slots[slot] = Slot(phase: .building, epoch: epoch, isAdded: true)
    case .invalidateAll:
      epoch += 1
      machine.invalidateAll(at: told, into: &list)
    case .shutdown(let failing):
      isShutdown = true
      machine.shutdown(failingWaiters: failing, at: told, into: &list)
    case .wait(let duration): now += duration
    case .pass(let duration):
      now += duration
      machine.timePassed(to: now, into: &list)
    default: break
    }
  }

  private mutating func makeBorrower(
    _ kind: Machine.Line.Kind, _ wait: Wait, _ preference: Int?
  ) -> Int {
    let patience: Machine.Request.Patience =
      switch wait {
      case .none: .none
      case .forever: .until(nil)
      case .until(let deadline): .until(deadline)
      }
    let request = Machine.Request(
      kind: kind, patience: patience, preference: preference, turn: machine.line.takeTurn())
    borrowers.append(Borrower(request: request, since: now))
    return borrowers.count - 1
  }

  /// Returns the element from its borrower to the machine.
  private mutating func takeBack(from id: Int) -> Int {
    guard case .holding(let slot) = borrowers[id].stage else { preconditionFailure("\(id)") }
    borrowers[id].stage = .gone
    slots[slot].phase = .idle
    return slot
  }

  private mutating func noteBuilt(_ slot: Int, phase: SlotRecords.Phase) {
    slots[slot].phase = phase
    slots[slot].born = now
    slots[slot].checked = now
  }

  mutating func take(_ answer: Answer) throws {
    switch answer {
    case .borrow(let id, .lend(let grant)):
      try checkOvertaking(by: id)
      try checkPreference(of: id, grant)
      try lend(grant, to: id)
    case .borrow(let id, .build(let slot)):
      if slot == slots.count { slots.append(Slot()) }
      try startBuilding(slot)
      borrowers[id].stage = .building(slot)
    case .borrow(let id, .wait(let ticket)):
      borrowers[id].ticket = ticket
      borrowers[id].stage = .arriving
      let turn = borrowers[id].request.turn ?? .max
      let place = line.firstIndex { borrowers[$0].request.turn ?? .max > turn }
      line.insert(id, at: place ?? line.endIndex)
      lineBefore.insert(id, at: place ?? lineBefore.endIndex)
    case .borrow(let id, .lineIsFull):
      try checkRefusal()
      borrowers[id].stage = .gone
    case .borrow(let id, .failFast):
      try check(stayingCount == 0, "a borrower fails fast only if no element exists")
      try check(machine.retryAt.map { now < $0 } ?? false, "no attempt is due")
      borrowers[id].stage = .gone
    case .borrow(let id, .refuse), .borrow(let id, .shutdown):
      borrowers[id].stage = .gone
    case .park(let id, .parked): borrowers[id].stage = .parked
    case .park(let id, .settled(let outcome)), .retry(let id, .settled(let outcome)):
      let stage = borrowers[id].stage
      try check(stage == .settled(outcome), "the outcome waits for its holder: \(id)")
      borrowers[id].stage =
        if case .lent(let grant) = outcome { .holding(grant.slot) } else { .gone }
    case .retry(let id, .lend(let grant)):
      // If there is an element for each borrower before it, a thread overtakes no other.
      let idle = slots.count { $0.phase == .idle }
      if idle <= lineBefore.firstIndex(of: id) ?? .max { try checkOvertaking(by: id) }
      try leaveLine(id)
      try lend(grant, to: id)
    case .retry(let id, .parkAgain): borrowers[id].stage = .parked
    case .retry(let id, .nap): borrowers[id].stage = .called
    case .abandon(let id, .resume(let waiter)):
      try check(borrowers[id].stage == .parked && waiter == id, "only the borrower itself gives up")
      try leaveLine(id)
      borrowers[id].stage = .gone
    case .abandon(_, .settled): break
    case .abandon(let id, .nothing):
      try check(!line.contains(id), "a borrower in line can give up: \(id)")
    case .returnElement(let action, let expected):
      let wasAccepted = if case .accepted = action { true } else { false }
      try check(wasAccepted == expected, "a return is accepted once")
    }
  }
}
