@testable import StagecraftTableLists

/// A table, its log, and one list that follows it: the environment of a machine, as a value.
struct FollowWorld: Hashable {
  struct Read: Hashable {
    let since: Int?
    /// The commits at the time when it began.
    let began: Int
    /// The place of the window that it reads; nil if it reads changes.
    let place: Int?
  }

  struct Broken: Error { let rule: String }

  enum Step: Hashable, CaseIterable {
    case commit, commitSilently, forgetLog, deliver, finishEarly, finishLate, fail, failLastingly
    case request, requestAll, cancel, pass, close
    /// The changes concern rows of a window, which is read again.
    case affect
  }

  var machine = FollowMachine(position: TablePosition(log: "a", mark: "0"))
  var commits = 0
  /// The log reaches back to this commit.
  var floor = 0
  var isSignalled = false
  var isPausing = false
  var read: Read?
  /// What the list shows.
  var shown = 0
  /// The commits at the time of each request.
  var requests: [UInt64: Int] = [:]
  /// How often the window was moved, and which of its places is shown.
  var place = 0
  var shownPlace = 0
  /// The place that each request is for.
  var places: [UInt64: Int] = [:]
  var lastTicket: UInt64 = 0

  /// Returns false if the step is impossible here.
  mutating func take(_ step: Step) throws -> Bool {
    switch step {
    case .commit, .commitSilently:
      guard commits < 3 else { return false }
      commits += 1
      if step == .commit { isSignalled = true }
    case .forgetLog:
      guard floor < commits else { return false }
      floor = commits
    case .deliver:
      guard isSignalled else { return false }
      isSignalled = false
      try perform(machine.signalled())
    case .finishEarly, .finishLate:
      guard let read else { return false }
      if step == .finishEarly, read.began == commits { return false }
      try finish(read, at: step == .finishEarly ? read.began : commits)
    case .fail, .failLastingly:
      guard read != nil else { return false }
      read = nil
      try follow(machine.failed(isLasting: step == .failLastingly), isFailure: true)
    case .request, .requestAll:
      guard lastTicket < 2 else { return false }
      lastTicket += 1
      requests[lastTicket] = commits
      if step == .requestAll { place += 1 }
      places[lastTicket] = step == .requestAll ? place : 0
      if let action = machine.requested(lastTicket, all: step == .requestAll) {
        try perform(action)
      } else {
        requests[lastTicket] = nil
      }
    case .cancel:
      guard let ticket = requests.keys.min() else { return false }
      if !machine.cancelled(ticket) { throw Broken(rule: "A waiter is unknown.") }
      requests[ticket] = nil
    case .affect:
      guard let read, read.since != nil else { return false }
      self.read = nil
      try follow(machine.foundNoChanges())
    case .pass:
      // A pause has passed, or the silence.
      isPausing = false
      try perform(machine.signalled())
    case .close:
      for ticket in machine.closed() { requests[ticket] = nil }
      if !requests.isEmpty { throw Broken(rule: "A waiter outlives closing.") }
    }
    return true
  }

  private mutating func finish(_ read: Read, at state: Int) throws {
    self.read = nil
    let position = TablePosition(log: "a", mark: "\(state)")
    if let since = read.since {
      if since < floor { return try follow(machine.foundNoChanges()) }
    }
    if machine.phase != .closed {
      if state < shown { throw Broken(rule: "The list goes back.") }
      shown = state
      if let place = read.place { shownPlace = place }
    }
    try follow(
      read.since == nil ? machine.readAll(at: position) : machine.readChanges(upTo: position))
  }

  private mutating func follow(_ outcome: FollowMachine.Outcome, isFailure: Bool = false) throws {
    for ticket in outcome.resumed {
      guard let requested = requests.removeValue(forKey: ticket) else {
        throw Broken(rule: "A waiter is resumed twice.")
      }
      if isFailure { continue }
      if shown < requested { throw Broken(rule: "A waiter is resumed too early.") }
      if shownPlace < places[ticket] ?? 0 {
        throw Broken(rule: "A waiter is resumed before its rows are shown.")
      }
    }
    if machine.phase != .closed, !machine.isLoading, shownPlace < place {
      throw Broken(rule: "Other rows are not loading, and not shown.")
    }
    if outcome.pauseAfter != nil { isPausing = true }
    try perform(outcome.next)
  }

  private mutating func perform(_ action: FollowMachine.Action) throws {
    switch action {
    case .none: return
    case .readAll: try begin(since: nil)
    case .readChanges(let position): try begin(since: Int(position.mark) ?? -1)
    }
  }

  private mutating func begin(since: Int?) throws {
    if read != nil { throw Broken(rule: "Two reads are under way.") }
    if let since, since != shown { throw Broken(rule: "A read begins elsewhere.") }
    read = Read(since: since, began: commits, place: since == nil ? place : nil)
  }

  /// Without further faults, the list shows all commits that were signalled.
  func settled() throws -> FollowWorld {
    var world = self
    if world.machine.phase == .closed { return world }
    for _ in 0..<20 {
      if world.read != nil {
        _ = try world.take(.finishLate)
      } else if world.isSignalled {
        _ = try world.take(.deliver)
      } else if world.isPausing {
        _ = try world.take(.pass)
      } else {
        return world
      }
    }
    throw Broken(rule: "It reads without end.")
  }

  func check() throws {
    var world = try settled()
    if world.machine.phase == .closed { return }
    if !world.requests.isEmpty { throw Broken(rule: "A waiter waits without a read.") }
    // At the latest after the longest silence, which also ends lost signals.
    _ = try world.take(.pass)
    world = try world.settled()
    if world.shown != world.commits { throw Broken(rule: "A commit is not shown.") }
    if world.shownPlace != world.place || world.machine.isLoading {
      throw Broken(rule: "Rows that were asked for are not shown.")
    }
  }
}
