import StageFloor
import TestSupport

@testable import StagecraftPools

/// A pool simulated step by step: it performs the machine's actions as the shell would, but only on
/// request, and keeps a naive model, against which every answer is checked.
///
/// A value type, so that a search can backtrack.
struct MachineRig {
  typealias Machine = TestMachine

  /// An invariant of the machine that was violated.
  struct Violation: Error, CustomStringConvertible {
    var description: String
  }

  struct Borrower {
    enum Stage: Equatable {
      case arriving, parked, called
      /// Removed from the line, with an outcome that it finds when it parks.
      case settled(Machine.Outcome)
      case building(Int)
      case holding(Int)
      case gone
    }
    var request: Machine.Request
    var since: Int64
    var stage = Stage.gone
    var ticket: Machine.Ticket?

    /// The element on loan to it, or the one that waits for it to park.
    var heldSlot: Int? {
      switch stage {
      case .holding(let slot): slot
      case .settled(.lent(let grant)): grant.slot
      default: nil
      }
    }

    var deadline: Int64? {
      if case .until(let deadline) = request.patience { deadline } else { nil }
    }
  }

  /// The content of an element.
  enum Content: Equatable {
    case clean, unknown
    case shows(Int)
  }

  struct Slot {
    var phase = SlotRecords.Phase.vacant
    var content = Content.clean
    var epoch = 0
    var uses = 0
    var born: Int64 = 0
    /// The time of its creation, return, or last validation.
    var checked: Int64 = 0
    /// Added to a stock after the capacity was last lowered.
    var isAdded = false
  }

  var machine: Machine
  var now: Int64 = 0
  var borrowers: [Borrower] = []
  var slots: [Slot] = []
  /// The borrowers in line, oldest first.
  var line: [Int] = []
  var epoch = 0
  /// No element may be created before, because a creation failed.
  var pausedUntil: Int64?
  var isShutdown = false
  var isDrained = false
  var history: [Input] = []
  /// The number of events that were answered directly as well.
  var directAnswers = 0
  /// The number that a warm-up requested, until the pool checks its surplus again.
  var reserve = 0

  // The events of the current step.
  var actions: [Machine.Action] = []
  var lineBefore: [Int] = []
  var grantedFromLine: [Int] = []

  init(_ rules: Machine.Rules, stock: Int = 0) throws {
    machine = Machine(rules: rules)
    for _ in 0..<stock {
      try apply(.admit)
      try apply(.built(slots.count - 1))
    }
    history = []
  }

  func check(_ condition: Bool, _ promise: @autoclosure () -> String) throws {
    guard !condition else { return }
    let log = history.suffix(40).map(plain).joined(separator: "\n    ")
    throw Violation(
      description: """
        \(promise())
          at \(now), last of \(history.count) inputs:
            \(log)
          actions: \(actions.map(plain).joined(separator: ", "))
        """)
  }

  /// A description without the names of the types that enclose its parts.
  private func plain(_ subject: some Any) -> String {
    let machine = "StagecraftPools.PoolMachine<Swift.Int, PoolsTests.Failure>"
    let noise = ["StagecraftPools.WaitingLine<Swift.Int, \(machine).Outcome>.Kind", machine]
    return (noise + ["PoolsTests.MachineRig.Wait", "StagecraftPools.PoolDiscardReason"])
      .reduce("\(subject)") { $0.replacing($1, with: "") }
  }

  /// Sends one input to the machine, performs its answer, and checks all invariants.
  mutating func apply(_ input: Input) throws {
    history.append(input)
    lineBefore = line
    grantedFromLine = []
    let wasDrained = isDrained
    var list = Effects<Machine.Action>()
    let answer = try perform(input, into: &list)
    actions = list.all()
    try answer.map { try take($0) }
    for order in actions { try perform(order) }
    try collectSettled()
    try check(!wasDrained || actions.isEmpty, "nothing happens after drained")
    try checkPromises()
    switch input {
    case _ where machine.warmTarget > 0: reserve = machine.warmTarget
    case .returnElement, .pass: reserve = 0
    default: break
    }
  }

  // MARK: Performing

  mutating func perform(_ order: Machine.Action) throws {
    switch order {
    case .resume(let id, let outcome):
      try check(borrowers[id].stage == .parked, "only a parked borrower is resumed: \(id)")
      try leaveLine(id)
      try end(id, with: outcome)
    case .call(let id):
      try check(borrowers[id].stage == .parked, "only a parked borrower is called: \(id)")
      try check(borrowers[id].request.kind == .thread, "only threads are called: \(id)")
      borrowers[id].stage = .called
    case .build(let slot):
      try check(now >= pausedUntil ?? now, "a failure is followed by a pause")
      if slot == slots.count { slots.append(Slot()) }
      try startBuilding(slot)
    case .prepare(let grant):
      try move(grant.slot, from: [.idle], to: .preparing)
      try check(grant.needsPreparation || grant.needsValidation, "a preparation has work to do")
      if grant.needsPreparation { slots[grant.slot].content = .clean }
    case .destroy(let slot, let reason):
      try move(slot, from: [.idle], to: .destroying)
      if reason == .overCapacity {
        let staying = slots.count { ![.vacant, .destroying].contains($0.phase) }
        try check(staying >= machine.rules.capacity, "no more than the surplus is destroyed")
        try check(!slots[slot].isAdded, "a shrink does not concern elements added later")
      }
    case .drained:
      try check(isShutdown && !isDrained, "a pool is drained once, after its shutdown")
      isDrained = true
    }
  }

  mutating func startBuilding(_ slot: Int) throws {
    try move(slot, from: [.vacant], to: .building)
    slots[slot] = Slot(phase: .building, epoch: epoch)
  }

  mutating func move(
    _ slot: Int, from sources: Set<SlotRecords.Phase>, to target: SlotRecords.Phase
  ) throws {
    let phase = slots[slot].phase
    try check(sources.contains(phase), "slot \(slot) goes from \(phase) to \(target)")
    slots[slot].phase = target
  }

  /// The borrower's wait is over, or it never had to wait.
  mutating func end(_ id: Int, with outcome: Machine.Outcome) throws {
    switch outcome {
    case .lent(let grant): try lend(grant, to: id)
    case .timedOut:
      let deadline = borrowers[id].deadline
      try check(deadline.map { now >= $0 } ?? false, "no borrower times out early: \(id)")
      borrowers[id].stage = .gone
    case .shutdown:
      try check(isShutdown, "a drain was reported without a shutdown")
      borrowers[id].stage = .gone
    case .cancelled, .failed: borrowers[id].stage = .gone
    }
  }

  mutating func lend(_ grant: Machine.Grant, to id: Int) throws {
    let slot = grant.slot
    let rules = machine.rules
    let wish = borrowers[id].request.preference
    let wished = wish.map { Content.shows($0) }
    try move(slot, from: [.idle], to: .out)
    try check(slots[slot].epoch == epoch, "nothing invalidated is lent: \(slot)")
    if grant.isPreferred {
      try check(slots[slot].content == wished, "a preferred element shows the preferred key")
    }
    if rules.prepares, !grant.needsPreparation {
      let content = slots[slot].content
      try check(
        content == .clean || content == wished,
        "no borrower sees the content of another: \(content)")
    }
    if let window = rules.validationWindow, !grant.needsValidation {
      let rest = now - slots[slot].checked
      try check(rest < window || rest == 0, "an element idle for long is validated")
    }
    if rules.preparer == .pool {
      try check(
        !grant.needsPreparation && !grant.needsValidation, "the pool prepares elements itself")
    }
    if let lifetime = rules.maximumLifetime {
      try check(now < slots[slot].born + lifetime, "nothing too old is lent")
    }
    if let uses = rules.maximumUses {
      try check(slots[slot].uses < uses, "nothing used up is lent")
    }
    slots[slot].content = wished ?? .unknown
    borrowers[id].stage = .holding(slot)
  }

  /// An idle element that shows what the borrower prefers is lent, unless this step destroys it.
  func checkPreference(of id: Int, _ grant: Machine.Grant) throws {
    guard let wish = borrowers[id].request.preference, !grant.isPreferred else { return }
    let isDestroyed = { (slot: Int) in
      actions.contains { if case .destroy(slot, _) = $0 { true } else { false } }
    }
    let missed = slots.indices.first {
      slots[$0].phase == .idle && slots[$0].content == .shows(wish) && !isDestroyed($0)
    }
    try check(missed == nil, "an idle element that shows the key is lent: \(missed ?? 0)")
  }

  mutating func leaveLine(_ id: Int) throws {
    guard let place = line.firstIndex(of: id) else {
      return try check(false, "only a borrower in line leaves it, and once: \(id)")
    }
    line.remove(at: place)
    if machineLent(id) { grantedFromLine.append(id) }
  }

  /// Whether the step's actions, or the outcome that waits for it, give `id` an element.
  private func machineLent(_ id: Int) -> Bool {
    actions.contains {
      if case .resume(id, .lent) = $0 { true } else { false }
    }
  }

  /// Finds the borrowers that were removed from the line before they parked.
  mutating func collectSettled() throws {
    for id in line {
      guard let ticket = borrowers[id].ticket, let place = machine.line.place(of: ticket) else {
        return try check(false, "a borrower in line has a place: \(id)")
      }
      guard case .settled(let outcome) = machine.line.places[place].state else { continue }
      try leaveLine(id)
      if case .lent(let grant) = outcome {
        grantedFromLine.append(id)
        try lend(grant, to: id)
      }
      borrowers[id].stage = .settled(outcome)
    }
  }
}
