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
    var generation: UInt32
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
    var generation: UInt32 = 0
    var kind: Kind = .task
    var since: Int64 = 0
    var deadline: Int64?
    /// What the holder would like to get, if it is to be had.
    var preference: PoolPreference?
    /// In a keyed pool: whose elements the holder can use.
    var shelf: Int?
    /// Smaller than that of everybody who stands behind.
    var rank = 0
  }

  private(set) var seats: [Seat] = []
  private var order = IndexList()
  private var freeSeats: [Int] = []
  /// In a keyed pool: the same line, a line for each key.
  var byShelf = ShelfLists()

  /// How many of those in line are tasks.
  private(set) var taskCount = 0
  /// The thread that was told to look again, if one is on its way.
  private(set) var calledSeat: Int?

  var count: Int { order.count }
  var isEmpty: Bool { order.isEmpty }
  var first: Int? { order.first }
  /// From the oldest to the newest.
  var waiting: IndexList { order }

  /// The oldest who is not already on its way.
  var firstUncalled: Int? {
    guard let first = order.first, first == calledSeat else { return order.first }
    return order.index(after: first)
  }

  enum Place {
    case back
    /// Behind those who came earlier, before those who came later. Only who was in line before
    /// comes back to it, so that few are earlier, if any.
    case bySeniority
  }

  mutating func join(
    _ kind: Kind, at place: Place = .back, since: Int64, deadline: Int64?,
    preference: PoolPreference? = nil, shelf: Int? = nil
  ) -> Ticket {
    let seat: Int
    if let free = freeSeats.popLast() {
      seat = free
    } else {
      seat = seats.count
      seats.append(Seat())
    }
    seats[seat].state = .arriving
    seats[seat].kind = kind
    seats[seat].since = since
    seats[seat].deadline = deadline
    seats[seat].preference = preference
    seats[seat].shelf = shelf
    switch place {
    case .back: order.append(seat)
    case .bySeniority:
      var next = order.first
      while let other = next, seats[other].since < since { next = order.index(after: other) }
      if let next { order.insert(seat, before: next) } else { order.append(seat) }
    }
    if let shelf { line(up: seat, at: place, on: shelf) }
    if kind == .task { taskCount += 1 }
    return Ticket(seat: UInt32(seat), generation: seats[seat].generation)
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
      calledSeat = nil
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
  mutating func call(_ seat: Int) -> Waiter? {
    guard case .parked(let waiter) = seats[seat].state, calledSeat == nil else { return nil }
    seats[seat].state = .called
    calledSeat = seat
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

  /// Puts a seat that is in line into the line of its key too.
  private mutating func line(up seat: Int, at place: Place, on shelf: Int) {
    // Between two ranks there is room for twenty returns to the same place; after that they are
    // equal, and either comes first.
    let step = 1 << 20
    let before = order.index(before: seat).map { seats[$0].rank }
    let behind = order.index(after: seat).map { seats[$0].rank }
    switch (before, behind) {
    case (nil, nil): seats[seat].rank = 0
    case (let before?, nil): seats[seat].rank = before + step
    case (nil, let behind?): seats[seat].rank = behind - step
    case (let before?, let behind?): seats[seat].rank = before + (behind - before) / 2
    }
    var next: Int?
    if case .bySeniority = place {
      let since = seats[seat].since
      next = byShelf.first(on: shelf)
      while let other = next, seats[other].since < since { next = byShelf.integer(after: other) }
    }
    byShelf.insert(seat, before: next, on: shelf)
  }

  private mutating func leaveLine(_ seat: Int) {
    order.remove(seat)
    if let shelf = seats[seat].shelf { byShelf.remove(seat, from: shelf) }
    if seats[seat].kind == .task { taskCount -= 1 }
    if calledSeat == seat { calledSeat = nil }
  }

  private mutating func free(_ seat: Int) {
    seats[seat].state = .free
    seats[seat].generation &+= 1
    seats[seat].preference = nil
    freeSeats.append(seat)
  }
}
