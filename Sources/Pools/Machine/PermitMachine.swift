internal import StageFloor

/// Decides which waiter of a limiter gets its permits: strictly the first in line.
///
/// A ticket is a number of the caller's. Times are in nanoseconds; the caller reads them before it
/// locks, so one may be slightly earlier than the last.
struct PermitMachine: Sendable {
  /// Why a task could not start.
  enum Obstacle: Hashable, Sendable {
    case permits
    case rate(starts: Int, period: Int64)
    /// An earlier task was still waiting.
    case line
  }

  enum Outcome: Equatable, Sendable {
    case granted
    case timedOut(Obstacle)
    case cancelled
  }

  enum AskAction: Equatable {
    case granted
    case timedOut(Obstacle)
    case wait
  }

  struct Ending: Equatable {
    let ticket: UInt64
    let outcome: Outcome
  }

  private struct Waiter {
    let weight: Int
    let deadline: DeadlineHeap.Ticket?
  }

  let limit: Int
  /// The maximum number of starts in any `period`.
  private let starts: Int
  private let period: Int64
  private(set) var inUse = 0
  /// In order; the tickets of those that have left remain until they are first, or outnumber the
  /// others.
  private var line = Deque<UInt64>()
  private var waiters: [UInt64: Waiter] = [:]
  private var deadlines = DeadlineHeap()
  /// The starts in the last period; empty without a rate.
  private var recent = Deque<Int64>()
  /// The latest time at which a start was considered.
  private var latest = Int64.min

  init(limit: Int, starts: Int = .max, period: Int64 = 0) {
    self.limit = limit
    self.starts = starts
    self.period = period
  }

  var waiting: Int { waiters.count }

  var hasRate: Bool { starts < .max }

  /// Takes the permits if no waiter is in line and they are free.
  mutating func take(_ weight: Int, at now: Int64) -> Bool {
    guard waiters.isEmpty, hasRoom(for: weight, at: now) else { return false }
    start(weight)
    return true
  }

  /// Takes the permits if possible; the answer `wait` asks the caller to join.
  mutating func ask(_ weight: Int, until deadline: Int64?, at now: Int64) -> AskAction {
    if take(weight, at: now) { return .granted }
    guard let deadline, deadline <= now else { return .wait }
    return .timedOut(obstacle(to: weight, at: now))
  }

  mutating func join(_ ticket: UInt64, _ weight: Int, until deadline: Int64?) {
    line.append(ticket)
    waiters[ticket] = Waiter(
      weight: weight, deadline: deadline.map { deadlines.insert(ticket, at: $0) })
  }

  /// Returns the waiters that start now.
  mutating func giveBack(_ weight: Int, at now: Int64) -> [Ending] {
    inUse -= weight
    return serve(at: now)
  }

  /// The task of a waiter was cancelled; those behind it may start now.
  mutating func cancel(_ ticket: UInt64, at now: Int64) -> [Ending] {
    guard remove(ticket) else { return [] }
    return [Ending(ticket: ticket, outcome: .cancelled)] + serve(at: now)
  }

  /// Returns the waiters that have timed out, and those that start now.
  mutating func timePassed(at now: Int64) -> [Ending] {
    // Permits that are free by now are granted before the deadline of the same moment.
    var endings = serve(at: now)
    while let entry = deadlines.popDue(at: now) {
      guard let waiter = waiters.removeValue(forKey: entry.id) else { continue }
      let obstacle = obstacle(to: waiter.weight, at: now)
      endings.append(Ending(ticket: entry.id, outcome: .timedOut(obstacle)))
    }
    return endings + serve(at: now)
  }

  /// When ``timePassed(at:)`` has to be called.
  var nextMoment: Int64? {
    guard let first = firstInLine, limit - inUse >= first.weight, let opening = nextOpening else {
      return deadlines.earliest
    }
    return min(opening, deadlines.earliest ?? opening)
  }

  // MARK: The line

  private var firstInLine: Waiter? { line.first.flatMap { waiters[$0] } }

  private var nextOpening: Int64? {
    recent.count < starts ? nil : recent.first.map { $0 + period }
  }

  private mutating func hasRoom(for weight: Int, at now: Int64) -> Bool {
    guard limit - inUse >= weight else { return false }
    guard hasRate else { return true }
    latest = max(latest, now)
    while let oldest = recent.first, oldest + period <= latest { _ = recent.popFirst() }
    return recent.count < starts
  }

  private mutating func obstacle(to weight: Int, at now: Int64) -> Obstacle {
    if limit - inUse < weight { return .permits }
    return hasRoom(for: weight, at: now) ? .line : .rate(starts: starts, period: period)
  }

  /// After ``hasRoom(for:at:)``.
  private mutating func start(_ weight: Int) {
    inUse += weight
    if hasRate { recent.append(latest) }
  }

  private mutating func serve(at now: Int64) -> [Ending] {
    var endings: [Ending] = []
    dropLeft()
    while let ticket = line.first, let first = waiters[ticket], hasRoom(for: first.weight, at: now)
    {
      _ = remove(ticket)
      start(first.weight)
      endings.append(Ending(ticket: ticket, outcome: .granted))
      dropLeft()
    }
    return endings
  }

  private mutating func remove(_ ticket: UInt64) -> Bool {
    guard let waiter = waiters.removeValue(forKey: ticket) else { return false }
    if let deadline = waiter.deadline { _ = deadlines.cancel(deadline) }
    return true
  }

  private mutating func dropLeft() {
    while let ticket = line.first, waiters[ticket] == nil { _ = line.popFirst() }
    guard line.count > 2 * waiters.count + 16 else { return }
    var rest = Deque<UInt64>()
    while let ticket = line.popFirst() { if waiters[ticket] != nil { rest.append(ticket) } }
    line = rest
  }
}
