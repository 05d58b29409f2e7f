import StageFloor

@testable import StagecraftPools

/// Talks to a machine with numbers as waiters and names as keys.
///
/// Each input returns its actions. A borrower that has to wait parks immediately.
struct KeyedConversation {
  typealias Machine = PoolMachine<Int, String>

  enum Said: Equatable {
    /// The newcomer gets this slot at once.
    case lends(Int)
    case waits
    case refuses
    case isFull
    case failsFast
    case isShutdown
    case builds(Int, String)
    case prepares(Int)
    case ends(Int, PoolDiscardReason)
    /// A waiter gets this slot.
    case resumes(Int, Int)
    case fails(Int, String)
    case timesOut(Int)
    case cancels(Int)
    case sendsAway(Int)
    case drained
  }

  var machine: Machine
  var now: Int64 = 1_000_000_000
  private(set) var keySlots: [String: Int] = [:]
  private(set) var names: [Int: String] = [:]
  /// The number of events that were answered directly as well.
  private(set) var directAnswers = 0
  /// Whether a direct answer differed from the general one.
  private(set) var isContradicted = false
  private(set) var tickets: [Int: Machine.Ticket] = [:]

  init(
    capacity: Int, perKey: Int, _ change: (inout Machine.Rules) -> Void = { _ in }
  ) {
    var rules = Machine.Rules()
    rules.capacity = capacity
    rules.capacityPerKey = perKey
    rules.overtaking = nil
    rules.lifetimeJitter = 0
    change(&rules)
    machine = Machine(rules: rules)
  }

  mutating func borrow(
    _ waiter: Int, _ key: String, kind: Machine.Line.Kind = .task, deadline: Int64? = nil
  ) -> [Said] {
    ask { talk, actions in
      let request = Machine.Request(
        kind: kind, patience: .until(deadline), keyIndex: talk.keyIndex(of: key))
      let action = talk.borrowInBothWays(request, into: &actions)
      return talk.answer(action, to: waiter)
    }
  }

  mutating func tryBorrow(_ key: String) -> [Said] {
    ask { talk, actions in
      let request = Machine.Request(patience: .none, keyIndex: talk.keySlots[key])
      let action = talk.borrowInBothWays(request, into: &actions)
      return talk.answer(action, to: -1)
    }
  }

  /// Sends a request in both ways, and continues with one of the machines.
  private mutating func borrowInBothWays(
    _ request: Machine.Request, into actions: inout Effects<Machine.Action>
  ) -> Machine.BorrowAction {
    var direct = machine
    let action = machine.borrow(request, at: now, into: &actions)
    if let answer = direct.answerDirectly(request, at: now) {
      proceed(with: direct, answer == action && actions.isEmpty)
    }
    return action
  }

  private mutating func proceed(with direct: Machine, _ agrees: Bool) {
    directAnswers += 1
    if !agrees { isContradicted = true }
    if directAnswers.isMultiple(of: 2) { machine = direct }
  }

  /// The borrower cannot use its element, and joins the line again.
  ///
  /// With the turn that it took at its first request.
  mutating func reject(
    _ slot: Int, _ waiter: Int, since: Int64? = nil, turn: Int = 0
  ) -> [Said] {
    ask { talk, actions in
      let request = Machine.Request(turn: turn)
      let action = talk.machine.rejected(
        slot, because: .preparationFailed, request: request, since: since ?? talk.now, at: talk.now,
        into: &actions)
      return talk.answer(action, to: waiter)
    }
  }

  mutating func cancel(_ waiter: Int) -> [Said] {
    ask { talk, actions in
      guard let ticket = talk.tickets[waiter] else { return [] }
      let action = talk.machine.abandon(ticket, with: .cancelled, at: talk.now, into: &actions)
      guard case .resume(waiter) = action else { return [] }
      return [.cancels(waiter)]
    }
  }

  mutating func tell(
    _ event: (inout Machine, Int64, inout Effects<Machine.Action>) -> Void
  ) -> [Said] {
    ask { talk, actions in
      event(&talk.machine, talk.now, &actions)
      return []
    }
  }

  mutating func returnElement(_ slot: Int) -> [Said] {
    ask { talk, actions in
      var direct = talk.machine
      let action = talk.machine.returnElement(slot, at: talk.now, into: &actions)
      if let agrees = direct.returnsDirectly(slot, at: talk.now, like: action, actions.all()) {
        talk.proceed(with: direct, agrees)
      }
      return []
    }
  }

  mutating func discard(_ slot: Int) -> [Said] {
    tell { machine, now, actions in
      _ = machine.discarded(slot, because: .byBorrower, at: now, into: &actions)
    }
  }

  mutating func built(_ slot: Int) -> [Said] {
    tell { machine, now, actions in machine.built(slot, at: now, into: &actions) }
  }

  mutating func buildFails(_ slot: Int) -> [Said] {
    tell { machine, now, actions in
      machine.buildFailed(slot, with: "flooded", at: now, into: &actions)
    }
  }

  /// Its ticket is its count.
  mutating func warmUp(_ key: String, to count: Int) -> [Said] {
    ask { talk, actions in
      let keyIndex = talk.keyIndex(of: key)
      talk.machine.warmUp(
        UInt64(count), to: count, for: keyIndex, at: talk.now, into: &actions)
      return []
    }
  }

  mutating func prepared(_ slot: Int) -> [Said] {
    tell { machine, now, actions in machine.prepared(slot, at: now, into: &actions) }
  }

  mutating func inspect(_ slot: Int) -> [Said] {
    tell { machine, now, _ in _ = machine.takeToInspect(slot, at: now) }
  }

  mutating func inspected(_ slot: Int, after colder: Int? = nil) -> [Said] {
    tell { machine, now, actions in
      machine.inspected(slot, after: colder, at: now, into: &actions)
    }
  }

  mutating func ended(_ slot: Int) -> [Said] {
    tell { machine, now, actions in machine.destroyed(slot, at: now, into: &actions) }
  }

  mutating func pass(_ nanoseconds: Int64) -> [Said] {
    now += nanoseconds
    return tell { machine, now, actions in machine.timePassed(to: now, into: &actions) }
  }

  /// Borrows and builds, for a test that starts with elements on loan.
  mutating func hold(_ waiter: Int, _ key: String) -> Int? {
    for said in borrow(waiter, key) {
      if case .lends(let slot) = said { return slot }
      guard case .builds(let slot, _) = said else { continue }
      for said in built(slot) {
        if case .resumes(waiter, let slot) = said { return slot }
      }
    }
    return nil
  }

  private mutating func keyIndex(of key: String) -> Int {
    if let keyIndex = keySlots[key] { return keyIndex }
    let keyIndex = machine.openKeySlot()
    keySlots[key] = keyIndex
    names[keyIndex] = key
    return keyIndex
  }

  private mutating func answer(_ action: Machine.BorrowAction, to waiter: Int) -> [Said] {
    switch action {
    case .lend(let grant): return [.lends(grant.slot)]
    case .refuse: return [.refuses]
    case .lineIsFull: return [.isFull]
    case .failFast: return [.failsFast]
    case .shutdown: return [.isShutdown]
    case .build: return []
    case .wait(let ticket):
      tickets[waiter] = ticket
      guard case .settled(let outcome) = park(ticket, waiter) else { return [.waits] }
      return [said(of: outcome, to: waiter)]
    }
  }

  private mutating func park(_ ticket: Machine.Ticket, _ waiter: Int) -> Machine.Line.ParkAction {
    var actions = Effects<Machine.Action>()
    defer { precondition(actions.isEmpty, "Parking a borrower must not serve another one.") }
    return machine.park(ticket, waiter, at: now, into: &actions)
  }

  private mutating func ask(
    _ event: (inout KeyedConversation, inout Effects<Machine.Action>) -> [Said]
  ) -> [Said] {
    var actions = Effects<Machine.Action>()
    var said = event(&self, &actions)
    for order in actions.all() {
      switch order {
      case .resume(let waiter, let outcome): said.append(self.said(of: outcome, to: waiter))
      case .build(let slot):
        said.append(.builds(slot, machine.keys.keyIndex(ofSlot: slot).flatMap { names[$0] } ?? "?"))
      case .destroy(let slot, let reason): said.append(.ends(slot, reason))
      case .drained: said.append(.drained)
      case .prepare(let grant): said.append(.prepares(grant.slot))
      case .call: preconditionFailure("A keyed pool calls no threads.")
      }
    }
    for keyIndex in machine.keys.keySlots.takeVanished() {
      if let name = names.removeValue(forKey: keyIndex) { keySlots[name] = nil }
    }
    return said
  }

  private func said(of outcome: Machine.Outcome, to waiter: Int) -> Said {
    switch outcome {
    case .lent(let grant): .resumes(waiter, grant.slot)
    case .timedOut: .timesOut(waiter)
    case .cancelled: .cancels(waiter)
    case .shutdown: .sendsAway(waiter)
    case .failed(let failure): .fails(waiter, failure)
    }
  }
}
