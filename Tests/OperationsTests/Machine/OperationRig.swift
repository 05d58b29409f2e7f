import TestSupport

@testable import StagecraftOperations

/// A machine, and a naive model that records its answers.
///
/// The model has no lines, slots or links in lists. It records the requests, the effects that the
/// table of edges allows, and what must not happen twice.
struct OperationRig: ~Copyable {
  /// The model of one operation.
  struct Entry {
    var id: NodeID
    var manager: Int32
    var isSubmitted = false
    /// All edges so far; removed ones are not alive.
    var edges: [Edge] = []
    var parent: Int?
    var children: [Int] = []
    var verdict: Verdict?
    var hasSettled = false
    var activity = Activity.none
    /// Whether its end was requested, in any way.
    var isUnwanted = false
    /// Its end was requested together with those of all its dependents.
    var isReached = false
    var isShared = false
    /// It was cancelled because no operation needed it; a dependent added since then is too late.
    var wasUnwanted = false
    var failsFast = false
    /// Waits in its body: the operation it waits for, and the number of the wait.
    var waits: [(other: Int, ticket: UInt64)] = []
    /// Waits that are over, but have no slot yet.
    var parked: Set<UInt64> = []
    var rests = 0
  }

  struct Edge {
    var other: Int
    var kind: EdgeKind
    var isAlive = true
  }

  enum Activity { case none, running, checking, scheduling, resting, givenUp }

  var machine = OperationMachine()
  var entries: [Entry] = []
  var numbers: [NodeID: Int] = [:]
  /// Drivers that were requested and have not arrived.
  var called: [(manager: Int32, lane: LaneIndex)] = []
  /// Drivers whose work has ended, and that will request more.
  var free: [(manager: Int32, lane: LaneIndex)] = []
  var lastTicket: UInt64 = 0
  /// Waits of cancelled tasks take their slot immediately, and limits may be lowered.
  var mayExceedLimit: Set<Int32> = []
  var executed = 0
  /// Whether drivers take operations ahead, what they have taken, and how many there were.
  var takesAhead = false
  var ahead: [Ahead] = []
  var aheadTotal = 0
  /// Whether plain operations end in one step, and how many did.
  var prefersPlainEnds = false
  var plainEnds = 0
  /// The amount of work that a call does at a time.
  var slice = Int.max
  /// Whether other calls run between the slices of one.
  var interleaves = false
  /// The remaining work of calls that were interleaved with others.
  var unfinished: [Work] = []
  /// The number of calls between two checks of all invariants.
  var checksEach = 1
  private var calls = 0
  /// The operations that have not settled.
  private(set) var alive: [Int] = []

  /// Whether all work that was begun is done.
  var isAtRest: Bool { unfinished.isEmpty }

  subscript(_ number: Int) -> Entry {
    _read { yield entries[number] }
    _modify { yield &entries[number] }
  }

  func slot(_ number: Int) -> Slot? { machine.slot(of: entries[number].id) }

  // MARK: The answers of the machine

  /// Records the actions, and checks that they are allowed.
  mutating func recordActions() throws {
    if machine.isRecallDue { try recallAll() }
    while let work = machine.takeWork() {
      if interleaves {
        unfinished.append(work)
        break
      }
      machine.budget = slice
      machine.continueWork(work)
    }
    machine.budget = slice
    try recordAll()
    calls += 1
    guard calls.isMultiple(of: checksEach) else { return }
    try machine.checkInvariants(isAtRest: isAtRest)
    try checkModel()
  }

  /// A call continues with its next slice.
  mutating func proceed(_ place: Int) throws {
    machine.budget = slice
    machine.continueWork(unfinished.remove(at: place))
    try recordActions()
  }

  private mutating func recordAll() throws {
    let actions = machine.actions
    machine.actions.removeAll()
    var scheduling: [Int] = []
    for action in actions {
      switch action {
      case .decided(let id, let verdict): try noteEnd(number(id), verdict)
      case .settled(let id): try noteSettlement(number(id))
      case .becameReady, .steppedBack: break
      case .callSchedule(let id):
        scheduling.append(number(id))
        self[number(id)].activity = .scheduling
      case .interrupt(let id):
        let activity = self[number(id)].activity
        try check(
          activity == .running || activity == .checking, "only a running operation is interrupted")
        self[number(id)].wasUnwanted = self[number(id)].isShared
      case .requestDriver(let manager, let lane, _):
        try check(
          !called.contains { $0 == (manager, lane) }, "never two drivers on the way to a lane")
        called.append((manager, lane))
      case .resume(let ticket):
        let place = entries.firstIndex { $0.parked.contains(ticket) }
        try check(place != nil, "a resumed wait was waiting")
        if let place { self[place].parked.remove(ticket) }
      case .escalate(let id, _):
        let activity = self[number(id)].activity
        try check(
          activity == .running || activity == .checking, "only a running operation is escalated")
      case .idle:
        break
      }
    }
    for number in scheduling where self[number].verdict == nil { try noteStart(number) }
    try endWaits()
  }

  mutating func enter(_ entry: Entry) {
    numbers[entry.id] = entries.count
    alive.append(entries.count)
    entries.append(entry)
  }

  private func number(_ id: NodeID) -> Int { numbers[id] ?? -1 }

  /// The end that was waited for is decided: the waits are over.
  private mutating func endWaits() throws {
    for number in alive where !self[number].waits.isEmpty {
      for wait in self[number].waits where self[wait.other].verdict != nil {
        self[number].waits.removeAll { $0.ticket == wait.ticket }
        endWait(number, wait.ticket, isCancelled: false)
      }
    }
    try check(machine.actions.isEmpty, "the end of a wait has no actions")
  }

  mutating func endWait(_ number: Int, _ ticket: UInt64, isCancelled: Bool) {
    self[number].parked.insert(ticket)
    if machine.endAwait(by: self[number].id, ticket: ticket, isCancelled: isCancelled) {
      self[number].parked.remove(ticket)
    }
  }

  mutating func noteEnd(_ number: Int, _ verdict: Verdict) throws {
    let entry = self[number]
    try check(entry.verdict == nil, "#\(number + 1) ends once")
    try check(!entry.hasSettled, "#\(number + 1) ends before it settles")
    self[number].verdict = verdict
    if entry.activity == .running || entry.activity == .checking {
      try check(verdict.cause == .abandoned, "#\(number + 1) ends while it runs")
      self[number].activity = .givenUp
    } else if entry.activity != .givenUp {
      self[number].activity = .none
    }
    switch verdict.cause {
    case .own: break
    case .dependency(let id):
      let other = numbers[id] ?? -1
      let ending = self[other].verdict?.ending
      try check(ending != nil, "#\(number + 1) ends through one that has ended")
      try check(
        entry.edges.contains {
          $0.other == other && $0.kind.consequence(of: ending!) == verdict.ending
        }, "#\(number + 1) ends \(verdict.ending) after \(ending!) of #\(other + 1)")
    case .unwanted:
      try check(isShared(number), "#\(number + 1) is shared")
      for dependent in alive
      where entry.parent == nil && !entry.wasUnwanted
        && self[dependent].edges.contains(where: { $0.other == number && $0.isAlive })
      {
        try check(self[dependent].verdict != nil, "#\(number + 1) is still wanted")
      }
    case .requested, .timedOut, .abandoned, .scopeEnded, .preempted, .expired, .neverSubmitted,
      .lost, .shutdown:
      try check(isUnwanted(number), "the end of #\(number + 1) was requested: \(verdict)")
      try check(verdict.ending == .cancelled, "#\(number + 1) is cancelled")
    }
  }

  private func isShared(_ number: Int) -> Bool {
    self[number].isShared || self[number].parent.map { isShared($0) } ?? false
  }

  /// Whether the end of this operation or of an enclosing one was requested.
  private func isUnwanted(_ number: Int) -> Bool {
    var next: Int? = number
    while let number = next {
      if self[number].isUnwanted || interleaves && isReached(number) { return true }
      if let parent = self[number].parent {
        if self[parent].verdict != nil { return true }
        if self[parent].failsFast,
          self[parent].children.contains(where: { self[$0].verdict?.ending == .failed })
        {
          return true
        }
      }
      next = self[number].parent
    }
    return false
  }

  /// Whether a dependency's end was requested together with those of all its dependents, including
  /// those added between two slices of that request.
  private func isReached(_ number: Int) -> Bool {
    var (pending, seen) = ([number], Set([number]))
    while let next = pending.popLast() {
      if self[next].isReached { return true }
      for edge in self[next].edges where seen.insert(edge.other).inserted {
        pending.append(edge.other)
      }
    }
    return false
  }

  mutating func noteSettlement(_ number: Int) throws {
    let entry = self[number]
    try check(!entry.hasSettled, "#\(number + 1) settles once")
    try check(entry.verdict != nil, "#\(number + 1) settles after it has ended")
    self[number].hasSettled = true
    alive.removeAll { $0 == number }
    // In slices, an operation releases its dependents one by one, and they may be removed before it
    // is.
    guard slice == .max else { return }
    for edge in entry.edges where edge.isAlive {
      try check(self[edge.other].hasSettled, "#\(number + 1) settles after #\(edge.other + 1)")
    }
    for child in entry.children {
      try check(isOver(child), "#\(number + 1) settles after its child #\(child + 1) has ended")
    }
  }

  /// Whether nothing of an operation runs or will run; it may still wait for others.
  private func isOver(_ number: Int) -> Bool {
    let entry = self[number]
    if entry.hasSettled { return true }
    guard entry.verdict != nil, entry.activity == .none else { return false }
    for child in entry.children where !isOver(child) { return false }
    return true
  }

  /// Checks that the conditions or the body of an operation may start.
  mutating func noteStart(_ number: Int) throws {
    let entry = self[number]
    try check(entry.isSubmitted, "#\(number + 1) starts without being submitted")
    try check(entry.verdict == nil, "#\(number + 1) starts after its end")
    for edge in entry.edges where edge.isAlive {
      let other = self[edge.other]
      // While an operation releases its dependents, slice by slice, it has not settled.
      try check(
        other.hasSettled || interleaves && other.verdict != nil,
        "#\(number + 1) starts before #\(edge.other + 1) has settled (\(edge.kind))")
      guard let verdict = other.verdict else { continue }
      try check(
        edge.kind.consequence(of: verdict.ending) == nil,
        "#\(number + 1) starts despite #\(edge.other + 1)")
    }
  }

  /// The state of the whole model.
  func checkModel() throws {
    for number in alive {
      let entry = self[number]
      guard let slot = machine.slot(of: entry.id) else {
        throw BrokenPromise("#\(number + 1) has left")
      }
      let record = machine[slot]
      try check(record.verdict == entry.verdict, "#\(number + 1) ends as announced")
      try check((record.phase == .executing) == (entry.activity == .running), "#\(number + 1) runs")
      try check(
        (record.phase == .checking) == (entry.activity == .checking), "#\(number + 1) is asked")
      // Operations that need the value are notified immediately that there is none.
      for edge in entry.edges where edge.isAlive && entry.verdict == nil && isAtRest {
        guard let verdict = self[edge.other].verdict else { continue }
        try check(
          edge.kind.consequence(of: verdict.ending) == nil || record.cancelRequest != nil,
          "#\(number + 1) was not notified of the end of #\(edge.other + 1)")
      }
    }
    try check(machine.records.used == alive.count, "all other records are free")
    for manager in machine.managers.indices where !mayExceedLimit.contains(Int32(manager)) {
      let state = machine.managers[manager]
      try check(state.executing <= state.limit, "no more operations than slots")
    }
    for manager in machine.managers.indices {
      for lane in [LaneIndex.compute, .main] {
        try check(
          machine.lanes[machine.laneIndex(Int32(manager), lane)].isDriverRequested
            == called.contains { $0 == (Int32(manager), lane) },
          "the requested drivers are those of the machine")
      }
    }
  }
}
