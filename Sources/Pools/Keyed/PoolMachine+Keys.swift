// Elements with keys. A keyed pool is the same machine with another way to serve waiters: every
// change of a slot or a waiter is also recorded for its shelf, and ends in `serveKeys`.
//
// Which waiter is served. Waiters are considered from the oldest to the newest, regardless of their
// keys. A waiter is *eligible* if an element of its key is idle, or another may be created: the key
// is below its own capacity and not delayed after a failed creation. An eligible waiter takes an
// idle element of its key; otherwise free capacity; otherwise the coldest idle element, which then
// has another key, is destroyed to make room. Waiters that are not eligible are skipped, and lose
// nothing by it: what they wait for is of no use to others.
//
// This does not scan the whole line. Each shelf has its own line, and the machine orders the
// shelves by their next waiter.
extension PoolMachine {
  /// Whether elements have keys.
  var isKeyed: Bool { rules.capacityPerKey != nil }

  /// Handles a request in a keyed pool.
  mutating func borrowByKey(
    _ request: Request, at now: Moment, into orders: inout OrderList<Order>
  ) -> BorrowAction {
    // Idle elements that waiters could use never remain.
    if let shelf = request.shelf, line.byShelf.count(on: shelf) == 0,
      let grant = takeIdle(on: shelf, at: now, into: &orders)
    {
      return .lend(grant)
    }
    guard let shelf = request.shelf, case .until(let deadline) = request.patience else {
      dispatch(at: now, into: &orders)
      return .refuse
    }
    let ticket = line.join(
      request.kind, turn: request.turn, since: now, deadline: deadline, shelf: shelf)
    note(deadline: deadline)
    dispatch(at: now, into: &orders)
    return .wait(ticket)
  }

  /// Serves waiters in FIFO order, as far as their keys allow.
  mutating func serveKeys(at now: Moment, into orders: inout OrderList<Order>) {
    endPauses(at: now)
    refreshTouched()
    var promises: [Int] = []
    while true {
      let lender = shelves.lendable.first
      if let wanter = nextToBuildFor(promised: promises.count),
        wanter.rank < lender?.rank ?? .max
      {
        if hasRoom, roomToCome > promises.count {
          orders.append(.build(startBuilding(on: wanter.shelf)))
          refreshTouched()
          continue
        }
        if roomToCome > promises.count {
          // An element is being destroyed. Which waiter gets its room is decided again when that is
          // done.
          shelves.reserve(1, on: wanter.shelf)
          promises.append(wanter.shelf)
          refresh(wanter.shelf)
          continue
        }
        if roomToCome == promises.count, let coldest = slots.coldest {
          end(idle: coldest, because: .surplus, into: &orders)
          refreshTouched()
          continue
        }
      }
      guard let lender else { break }
      lend(on: lender.shelf, at: now, into: &orders)
      refreshTouched()
    }
    for shelf in promises { shelves.reserve(-1, on: shelf) }
    for shelf in promises { refresh(shelf) }
  }

  /// The capacity that is free, or will be once the elements being destroyed are gone.
  private var roomToCome: Int { rules.capacity - (existing - slots.destroyingCount) }

  /// The shelf of the longest waiter for which an element may be created now.
  private func nextToBuildFor(promised: Int) -> (shelf: Int, rank: Int)? {
    guard service != .closed, slots.buildingCount + promised < rules.concurrentBuilds else {
      return nil
    }
    return shelves.wanting.first
  }

  private mutating func lend(
    on shelf: Int, at now: Moment, into orders: inout OrderList<Order>
  ) {
    guard let seat = line.byShelf.first(on: shelf),
      let grant = takeIdle(on: shelf, at: now, into: &orders)
    else { return }
    if let waiter = line.settle(seat, with: .lent(grant)) {
      orders.append(.resume(waiter, .lent(grant)))
    }
  }

  /// Takes an idle element of a key, and discards expired ones on the way.
  private mutating func takeIdle(
    on shelf: Int, at now: Moment, into orders: inout OrderList<Order>
  ) -> Grant? {
    while let slot = rules.order == .hottest
      ? slots.byShelf.idle.last(on: shelf) : slots.byShelf.idle.first(on: shelf)
    {
      if let reason = reasonToDiscard(idle: slot, at: now) {
        end(idle: slot, because: reason, into: &orders)
        continue
      }
      let grant = grant(of: slot, preferring: nil, at: now)
      lend(slot, preferring: nil)
      return grant
    }
    return nil
  }

  mutating func end(
    idle slot: Int, because reason: PoolDiscardReason, into orders: inout OrderList<Order>
  ) {
    slots.move(slot, to: .destroying)
    orders.appendLast(.destroy(slot, reason))
  }

  // MARK: The order of the shelves

  /// Updates the ranks of the shelves that changed.
  mutating func refreshTouched() {
    while let shelf = slots.byShelf.popTouched() { refresh(shelf) }
    while let shelf = line.byShelf.popTouched() { refresh(shelf) }
  }

  private mutating func refresh(_ shelf: Int) {
    // The shelf was closed after it changed, and its number was freed.
    guard shelf < shelves.count else { return }
    let waiting = line.byShelf.count(on: shelf)
    let counts = slots.byShelf[shelf]
    let hasIdle = slots.byShelf.idle.count(on: shelf) > 0
    shelves.lendable.set(shelf, rank: hasIdle ? rank(at: 0, on: shelf) : nil)
    let provided = slots.byShelf.making.count(on: shelf) + shelves.reserved(on: shelf)
    let mayMake =
      !hasIdle && shelves.retryAt(of: shelf) == nil
      && counts.existing + shelves.reserved(on: shelf) < rules.capacityPerKey ?? .max
    shelves.wanting.set(shelf, rank: mayMake ? rank(at: provided, on: shelf) : nil)
    if waiting == 0, counts.existing == 0 { shelves.suggestClosing(shelf) }
  }

  /// The turn of the waiter at this position in the line of a key.
  private func rank(at position: Int, on shelf: Int) -> Int? {
    line.byShelf.integer(at: position, on: shelf).map { line.seats[$0].turn }
  }

  // MARK: Opening and closing shelves

  /// Opens a shelf for a key that has none; request an element of it at once.
  mutating func openShelf() -> Int {
    let shelf = shelves.open()
    slots.byShelf.touch(shelf)
    return shelf
  }

  mutating func closeEmptyShelves() {
    let hasShrunk = shelves.closeSuggested {
      line.byShelf.count(on: $0) == 0 && slots.byShelf[$0].existing == 0
    }
    guard hasShrunk else { return }
    slots.byShelf.shrink(shelves: shelves.count)
    line.byShelf.shrink(shelves: shelves.count)
  }
}
