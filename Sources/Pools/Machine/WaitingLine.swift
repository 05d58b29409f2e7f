/// The line of waiters, in FIFO order; a waiter can leave from any position in O(1).
///
/// A place in line is taken *before* its waiter can be woken: the waiter joins (and gets a
/// ``Ticket``), and parks slightly later, when it has a continuation or a parker. An outcome that
/// is decided in between is stored for it. So a cancellation, a grant or a timeout between joining
/// and parking is never lost, and no waiter is overtaken for being slow to park.
struct WaitingLine<Waiter, Outcome> {
  /// Identifies a place in line, even after it has been left.
  struct Ticket: Hashable, Sendable {
    var seat: UInt32
    /// Counts all joins of the line, so that no ticket matches a later waiter in its seat.
    var generation: UInt64
  }

  /// The kind of waiter.
  ///
  /// It determines which waiters may be overtaken.
  enum Kind: Sendable { case task, thread }

  /// The state of a place in line.
  enum State {
    /// Unused.
    case free
    /// Joined, not yet parked. Exits: `parked`, `settled`.
    case arriving
    /// Asleep. Exits: `called`, or leaves the line.
    case parked(Waiter)
    /// A thread that was called and is on its way, or naps between two retries. Exits: `parked`, or
    /// leaves the line.
    case called
    /// Left the line before it parked: the outcome is stored here for it. Exit: `free`.
    case settled(Outcome)
  }

  struct Seat {
    var state: State = .free
    var generation: UInt64 = 0
    var kind: Kind = .task
    var since: Int64 = 0
    var deadline: Int64?
    /// The waiter's preference.
    var preference: PoolPreference?
    /// In a keyed pool, the requested key.
    var shelf: Int?
    /// The number of the waiter's first request: the smaller turn is served first.
    var turn = 0
  }

  private(set) var seats: [Seat] = []
  private var order = IndexList()
  private var numbers = NumberBook()
  private var joins: UInt64 = 0
  private var lastTurn = 0
  /// The seat that rejoined the line last; waiters rejoin at neighbouring positions.
  private var lastReturned: Int?
  /// In a keyed pool, the same line split by key.
  var byShelf = ShelfLists()

  /// The number of waiting tasks.
  private(set) var taskCount = 0
  /// The number of called threads that are on their way.
  private(set) var calledCount = 0

  var count: Int { order.count }
  var isEmpty: Bool { order.isEmpty }
  var first: Int? { order.first }
  /// From the oldest to the newest; in a keyed pool, waiters that rejoined come first.
  var waiting: IndexList { order }

  /// The longest waiter that is not already on its way.
  ///
  /// - Complexity: O(*n*) in the number of called threads.
  var firstUncalled: Int? {
    var current = order.first
    while let seat = current, seats[seat].isCalled { current = order.index(after: seat) }
    return current
  }

  /// Whether fewer than `limit` waiters are before `seat`.
  ///
  /// - Complexity: O(`limit`).
  func isAmongFirst(_ limit: Int, _ seat: Int) -> Bool {
    var ahead = 0
    var current: Int? = seat
    while let seat = current, ahead < limit {
      current = order.index(before: seat)
      ahead += 1
    }
    return current == nil && limit > 0
  }

  /// Returns a place in the order of all requests, which a borrower keeps when it rejects an
  /// element.
  mutating func takeTurn() -> Int {
    lastTurn += 1
    return lastTurn
  }

  /// Takes a place in line: at the back, or at the position of an earlier `turn`.
  ///
  /// - Complexity: O(1) at the back. With an earlier turn, O(*n*) in the number of borrowers
  ///   between this one and the last that rejoined: most rejoin next to each other. In a keyed
  ///   pool, O(*n*) in the number of waiters that rejoined for the same key.
  mutating func join(
    _ kind: Kind, turn: Int? = nil, since: Int64, deadline: Int64?,
    preference: PoolPreference? = nil, shelf: Int? = nil
  ) -> Ticket {
    let seat = numbers.take()
    if seat == seats.count { seats.append(Seat()) }
    joins += 1
    seats[seat].state = .arriving
    seats[seat].generation = joins
    seats[seat].kind = kind
    seats[seat].since = since
    seats[seat].deadline = deadline
    seats[seat].preference = preference
    seats[seat].shelf = shelf
    seats[seat].turn = turn ?? takeTurn()
    if let shelf {
      lineUp(seat, on: shelf)
    } else {
      insertByTurn(seat)
    }
    if kind == .task { taskCount += 1 }
    return Ticket(seat: UInt32(seat), generation: joins)
  }

  enum ParkAction {
    case parked
    case settled(Outcome)
  }

  /// Stores `waiter` to be woken, or returns the outcome if it was decided first.
  mutating func park(_ ticket: Ticket, _ waiter: Waiter) -> ParkAction {
    guard let seat = seat(of: ticket) else {
      preconditionFailure("A ticket is parked once, by the waiter that joined with it.")
    }
    switch seats[seat].state {
    case .arriving:
      seats[seat].state = .parked(waiter)
      return .parked
    case .called:
      calledCount -= 1
      seats[seat].state = .parked(waiter)
      return .parked
    case .settled(let outcome):
      free(seat)
      return .settled(outcome)
    case .parked, .free:
      preconditionFailure("A ticket is parked once, by the waiter that joined with it.")
    }
  }

  /// Removes the waiter in `seat` from the line.
  ///
  /// - Returns: The waiter to wake with `outcome`, or nil if it has not parked yet and receives the
  ///   outcome then.
  mutating func settle(_ seat: Int, with outcome: @autoclosure () -> Outcome) -> Waiter? {
    leaveLine(seat)
    if case .parked(let waiter) = seats[seat].state {
      free(seat)
      return waiter
    }
    seats[seat].state = .settled(outcome())
    return nil
  }

  /// Calls the thread in `seat` to retry; it keeps its place.
  ///
  /// - Returns: The thread to wake, or nil if it has not parked yet or was called before.
  mutating func call(_ seat: Int) -> Waiter? {
    guard case .parked(let waiter) = seats[seat].state else { return nil }
    seats[seat].state = .called
    calledCount += 1
    return waiter
  }

  /// Removes a waiter that is awake and leaves by itself.
  mutating func leave(_ seat: Int) {
    leaveLine(seat)
    free(seat)
  }

  /// Frees a seat that was settled before its waiter parked, if the waiter does not return for the
  /// outcome.
  mutating func forget(_ seat: Int) {
    guard case .settled = seats[seat].state else { return }
    free(seat)
  }

  /// The seat of `ticket`, or nil if its waiter was already woken with an outcome.
  func seat(of ticket: Ticket) -> Int? {
    let seat = Int(ticket.seat)
    guard seat < seats.count, seats[seat].generation == ticket.generation else { return nil }
    if case .free = seats[seat].state { return nil }
    return seat
  }

  /// Inserts a seat by its turn: at the back, or near the last one that rejoined.
  private mutating func insertByTurn(_ seat: Int) {
    let turn = seats[seat].turn
    guard let last = order.last, seats[last].turn > turn else { return order.append(seat) }
    var next = lastReturned ?? order.first
    while let other = next, seats[other].turn < turn { next = order.index(after: other) }
    while let other = next, let before = order.index(before: other), seats[before].turn > turn {
      next = before
    }
    if let next { order.insert(seat, before: next) } else { order.append(seat) }
    lastReturned = seat
  }

  /// Inserts a seat into the line of its key.
  ///
  /// Only that line is ordered by turns: no waiter is served from the line of all keys, in which
  /// any number of waiters may be before one that rejoins.
  private mutating func lineUp(_ seat: Int, on shelf: Int) {
    let turn = seats[seat].turn
    guard let last = byShelf.last(on: shelf), seats[last].turn > turn else {
      if let last = order.last, seats[last].turn > turn {
        order.prepend(seat)
      } else {
        order.append(seat)
      }
      return byShelf.append(seat, on: shelf)
    }
    order.prepend(seat)
    var next = byShelf.first(on: shelf)
    while let other = next, seats[other].turn < turn { next = byShelf.integer(after: other) }
    byShelf.insert(seat, before: next, on: shelf)
  }

  private mutating func leaveLine(_ seat: Int) {
    if lastReturned == seat { lastReturned = order.index(before: seat) ?? order.index(after: seat) }
    order.remove(seat)
    if let shelf = seats[seat].shelf { byShelf.remove(seat, from: shelf) }
    if seats[seat].kind == .task { taskCount -= 1 }
    if seats[seat].isCalled { calledCount -= 1 }
  }

  private mutating func free(_ seat: Int) {
    seats[seat].state = .free
    seats[seat].preference = nil
    guard numbers.giveBack(seat) else { return }
    seats.shrink(to: numbers.count)
    order.shrink(to: numbers.count)
    byShelf.shrink(integers: numbers.count)
  }
}

extension WaitingLine.Seat {
  /// Whether the thread was called and is on its way.
  var isCalled: Bool { if case .called = state { true } else { false } }
}
