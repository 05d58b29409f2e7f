internal import StageFloor

/// The line of waiters, in FIFO order; a waiter can leave from any position in O(1), unlike from a
/// `Deque`.
///
/// A place in line is taken *before* its waiter can be woken: the waiter joins (and gets a
/// ``Ticket``), and parks slightly later, when it has a continuation or a parker. An outcome that
/// is decided in between is stored for it. So a cancellation, a grant or a timeout between joining
/// and parking is never lost, and no waiter is overtaken for being slow to park.
struct WaitingLine<Waiter, Outcome> {
  /// Identifies a place in line, even after it has been left.
  struct Ticket: Hashable, Sendable {
    var place: UInt32
    /// Counts all joins, so that no ticket matches a later waiter in its place.
    var generation: UInt64
  }

  /// Determines which waiters may be overtaken.
  enum Kind: Sendable { case task, thread }

  enum State {
    /// Unused.
    case free
    /// Joined, not yet parked.
    ///
    /// Exits: `parked`, `settled`.
    case arriving
    /// Asleep.
    ///
    /// Exits: `called`, or leaves the line.
    case parked(Waiter)
    /// A thread that was called and is on its way, or naps between two retries.
    ///
    /// Exits: `parked`, or leaves the line.
    case called
    /// Left the line before it parked: the outcome is stored here for it.
    ///
    /// Exit: `free`.
    case settled(Outcome)
  }

  struct Place {
    var state: State = .free
    var generation: UInt64 = 0
    var kind: Kind = .task
    var since: Int64 = 0
    var deadline: Int64?
    var preference: PoolPreference?
    /// The number of the first request: the smaller turn is served first.
    var turn = 0
  }

  private(set) var places: [Place] = []
  private var order = IndexList()
  private var indices = IndexAllocator()
  private var joins: UInt64 = 0
  private var lastTurn = 0
  /// Waiters rejoin at neighbouring positions.
  private var lastReturned: Int?

  private(set) var taskCount = 0
  private(set) var calledCount = 0

  var count: Int { order.count }
  var isEmpty: Bool { order.isEmpty }
  var first: Int? { order.first }
  /// From the oldest, unless waiters rejoined at the front.
  var waiting: IndexList { order }

  /// The longest waiter not on its way; O(*n*) in the number of called threads.
  var firstUncalled: Int? {
    var current = order.first
    while let place = current, places[place].isCalled { current = order.index(after: place) }
    return current
  }

  /// Whether fewer than `limit` waiters are before `place`; O(`limit`).
  func isAmongFirst(_ limit: Int, _ place: Int) -> Bool {
    var ahead = 0
    var current: Int? = place
    while let place = current, ahead < limit {
      current = order.index(before: place)
      ahead += 1
    }
    return current == nil && limit > 0
  }

  mutating func takeTurn() -> Int {
    lastTurn += 1
    return lastTurn
  }

  enum Rejoining {
    case byTurn
    /// Before all others, where this line does not determine which waiter is served next.
    case atFront
  }

  /// At the back, or as `rejoining` specifies with an earlier `turn`.
  ///
  /// O(1) at the back and at the front; by turn, O(*n*) in the number of borrowers between this one
  /// and the last that rejoined: most rejoin next to each other.
  mutating func join(
    _ kind: Kind, turn: Int? = nil, since: Int64, deadline: Int64?,
    preference: PoolPreference? = nil, rejoining: Rejoining = .byTurn
  ) -> Ticket {
    let place = indices.take()
    if place == places.count { places.append(Place()) }
    joins += 1
    places[place].state = .arriving
    places[place].generation = joins
    places[place].kind = kind
    places[place].since = since
    places[place].deadline = deadline
    places[place].preference = preference
    places[place].turn = turn ?? takeTurn()
    insert(place, rejoining)
    if kind == .task { taskCount += 1 }
    return Ticket(place: UInt32(place), generation: joins)
  }

  enum ParkAction {
    case parked
    case settled(Outcome)
  }

  /// Returns the outcome if it was decided first.
  mutating func park(_ ticket: Ticket, _ waiter: Waiter) -> ParkAction {
    guard let place = place(of: ticket) else {
      preconditionFailure("A ticket is parked once, by the waiter that joined with it.")
    }
    switch places[place].state {
    case .arriving:
      places[place].state = .parked(waiter)
      return .parked
    case .called:
      calledCount -= 1
      places[place].state = .parked(waiter)
      return .parked
    case .settled(let outcome):
      free(place)
      return .settled(outcome)
    case .parked, .free:
      preconditionFailure("A ticket is parked once, by the waiter that joined with it.")
    }
  }

  /// Returns the waiter to wake, or nil if it has not parked yet and receives the outcome then.
  mutating func settle(_ place: Int, with outcome: @autoclosure () -> Outcome) -> Waiter? {
    leaveLine(place)
    if case .parked(let waiter) = places[place].state {
      free(place)
      return waiter
    }
    places[place].state = .settled(outcome())
    return nil
  }

  /// The first waiter, if it is a parked task without a preference.
  mutating func popFirstTask(_ place: Int) -> Waiter? {
    guard places[place].kind == .task, places[place].preference == nil,
      case .parked(let waiter) = places[place].state
    else { return nil }
    leaveLine(place)
    free(place)
    return waiter
  }

  /// Returns the thread to wake, or nil if it has not parked yet or was called before.
  mutating func call(_ place: Int) -> Waiter? {
    guard case .parked(let waiter) = places[place].state else { return nil }
    places[place].state = .called
    calledCount += 1
    return waiter
  }

  mutating func leave(_ place: Int) {
    leaveLine(place)
    free(place)
  }

  /// For a waiter that does not return for its outcome.
  mutating func forget(_ place: Int) {
    guard case .settled = places[place].state else { return }
    free(place)
  }

  /// Nil if its waiter was already woken with an outcome.
  func place(of ticket: Ticket) -> Int? {
    let place = Int(ticket.place)
    guard place < places.count, places[place].generation == ticket.generation else { return nil }
    if case .free = places[place].state { return nil }
    return place
  }

  func isThread(_ ticket: Ticket) -> Bool { places[Int(ticket.place)].kind == .thread }

  private mutating func insert(_ place: Int, _ rejoining: Rejoining) {
    let turn = places[place].turn
    guard let last = order.last, places[last].turn > turn else { return order.append(place) }
    switch rejoining {
    case .byTurn: insertByTurn(place)
    case .atFront: order.prepend(place)
    }
  }

  private mutating func insertByTurn(_ place: Int) {
    let turn = places[place].turn
    var next = lastReturned ?? order.first
    while let other = next, places[other].turn < turn { next = order.index(after: other) }
    while let other = next, let before = order.index(before: other), places[before].turn > turn {
      next = before
    }
    if let next { order.insert(place, before: next) } else { order.append(place) }
    lastReturned = place
  }

  private mutating func leaveLine(_ place: Int) {
    if lastReturned == place {
      lastReturned = order.index(before: place) ?? order.index(after: place)
    }
    order.remove(place)
    if places[place].kind == .task { taskCount -= 1 }
    if places[place].isCalled { calledCount -= 1 }
  }

  private mutating func free(_ place: Int) {
    places[place].state = .free
    places[place].preference = nil
    guard indices.free(place) else { return }
    places.shrink(to: indices.count)
    order.shrink(to: indices.count)
  }
}

extension WaitingLine.Place {
  var isCalled: Bool { if case .called = state { true } else { false } }
  var isArriving: Bool { if case .arriving = state { true } else { false } }
}
