/// The line of those who wait: first come, first served, left from any place in O(1).
///
/// A place in line is taken *before* its holder can be woken: the holder joins (and gets a
/// ``Ticket``), and parks a moment later, when it has something to be woken by. What happens to it
/// in between is kept for it. So a cancellation, a grant or a timeout that comes between joining
/// and parking is never lost, and nobody is overtaken for being slow to park.
struct WaitingLine<Waiter, Outcome> {
  /// Names a place in line, also after it has been left.
  struct Ticket: Hashable, Sendable {
    var seat: UInt32
    /// Counts all joins of the line, so that no ticket names a later holder of its seat.
    var generation: UInt64
  }

  /// Who waits.
  ///
  /// It decides who may overtake whom.
  enum Kind: Sendable { case task, thread }

  /// What a place in line knows of its holder.
  enum State {
    /// Nobody's.
    case free
    /// Joined, not yet parked. Exits: `parked`, `settled`.
    case arriving
    /// Asleep. Exits: `called`, or out of line.
    case parked(Waiter)
    /// A thread that was told to look again and is on its way, or naps between two looks. Exits:
    /// `parked`, or out of line.
    case called
    /// Out of line before it had parked: the outcome waits here for it. Exit: `free`.
    case settled(Outcome)
  }

  struct Seat {
    var state: State = .free
    var generation: UInt64 = 0
    var kind: Kind = .task
    var since: Int64 = 0
    var deadline: Int64?
    /// What the holder would like to get, if it is to be had.
    var preference: PoolPreference?
    /// In a keyed pool: whose elements the holder can use.
    var shelf: Int?
    /// When the holder asked, counted in requests: the smaller turn is served first.
    var turn = 0
  }

  private(set) var seats: [Seat] = []
  private var order = IndexList()
  private var numbers = NumberBook()
  private var joins: UInt64 = 0
  private var lastTurn = 0
  /// The seat that came back to the line last: those who come back do so next to each other.
  private var lastReturned: Int?
  /// In a keyed pool: the same line, a line for each key.
  var byShelf = ShelfLists()

  /// How many of those in line are tasks.
  private(set) var taskCount = 0
  /// How many threads were told to look again and are on their way.
  private(set) var calledCount = 0

  var count: Int { order.count }
  var isEmpty: Bool { order.isEmpty }
  var first: Int? { order.first }
  /// From the oldest to the newest; in a keyed pool, those who came back stand first.
  var waiting: IndexList { order }

  /// The oldest who is not already on its way.
  ///
  /// - Complexity: O(*n*) in the number of called threads.
  var firstUncalled: Int? {
    var current = order.first
    while let seat = current, seats[seat].isCalled { current = order.index(after: seat) }
    return current
  }

  /// Whether fewer than `limit` stand in line before `seat`.
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

  /// A place in the order of all who ask, to be kept through refused elements.
  mutating func takeTurn() -> Int {
    lastTurn += 1
    return lastTurn
  }

  /// Takes a place in line: at the back, or with an earlier `turn` where that belongs.
  ///
  /// - Complexity: O(1) at the back. With an earlier turn, O(*n*) in the number of borrowers
  ///   between this one and the last that came back: most come back next to each other. In a keyed
  ///   pool, O(*n*) in the number of those who came back for the same key.
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

  /// Leaves `waiter` to be woken, or answers at once if the outcome came first.
  mutating func park(_ ticket: Ticket, _ waiter: Waiter) -> ParkAction {
    guard let seat = seat(of: ticket) else {
      preconditionFailure("A ticket is parked once, by the one who joined with it.")
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
      preconditionFailure("A ticket is parked once, by the one who joined with it.")
    }
  }

  /// Takes the holder of `seat` out of line.
  ///
  /// - Returns: whom to wake with `outcome`; nil if the holder has yet to park and finds it then.
  mutating func settle(_ seat: Int, with outcome: @autoclosure () -> Outcome) -> Waiter? {
    leaveLine(seat)
    if case .parked(let waiter) = seats[seat].state {
      free(seat)
      return waiter
    }
    seats[seat].state = .settled(outcome())
    return nil
  }

  /// Tells the thread in `seat` to look again; it keeps its place.
  ///
  /// - Returns: the thread to wake; nil if it has yet to park, or was called before.
  mutating func call(_ seat: Int) -> Waiter? {
    guard case .parked(let waiter) = seats[seat].state else { return nil }
    seats[seat].state = .called
    calledCount += 1
    return waiter
  }

  /// The holder of `seat` is awake and leaves by itself.
  mutating func leave(_ seat: Int) {
    leaveLine(seat)
    free(seat)
  }

  /// The holder of a seat that was settled before it parked does not come for its outcome.
  mutating func forget(_ seat: Int) {
    guard case .settled = seats[seat].state else { return }
    free(seat)
  }

  /// The seat of `ticket`, or nil if its holder was woken with an outcome already.
  func seat(of ticket: Ticket) -> Int? {
    let seat = Int(ticket.seat)
    guard seat < seats.count, seats[seat].generation == ticket.generation else { return nil }
    if case .free = seats[seat].state { return nil }
    return seat
  }

  /// Puts a seat where its turn is: at the back, or near the last that came back.
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

  /// Puts a seat into the line of its key.
  ///
  /// Only that line is in the order of turns: nothing is served from the line of all keys, in
  /// which any number may stand before the one who comes back.
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
  /// Whether the holder was told to look again and is on its way.
  var isCalled: Bool { if case .called = state { true } else { false } }
}
