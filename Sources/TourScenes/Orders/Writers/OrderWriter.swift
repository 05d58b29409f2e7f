internal import Stagecraft

/// One of the threads that change orders as they like.
struct OrderWriter: Sendable {
  let number: Int
  let orders: LiveList<Order>
  /// Orders that only others may remove.
  let reserved: Set<Order.ID>
  /// Where to ask before each edit; nil: the thread writes as fast as it can.
  let turnstile: Turnstile?

  /// Makes edits, one after the other.
  ///
  /// What the thread knows of the list is a snapshot that it renews now and then; some orders are
  /// gone by the time it comes to them.
  @available(*, noasync)
  func write(_ count: Int) -> EditLog {
    var log = EditLog()
    var generator = SeededGenerator(seed: UInt64(number))
    var slips = OrderSlips(seed: UInt64(1_000 + number), from: 100_000 * number)
    var known = orders.snapshot()
    for turn in 0..<count {
      turnstile?.enter()
      if turn % 16 == 0 { known = orders.snapshot() }
      guard let one = known.randomElement(using: &generator),
        let other = known.randomElement(using: &generator)
      else { return log }
      let edit: OrderEdit =
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: .add(slips.next(), after: one.id)
        case 1 where !reserved.contains(one.id): .remove(one.id)
        case 2 where one.id != other.id: .move(one.id, before: other.id)
        default: .advance(one.id)
        }
      log.make(edit, in: orders)
    }
    return log
  }
}

/// One of two threads that are always after the same order.
struct Contestant: Sendable {
  let orders: LiveList<Order>
  let turnstile: Turnstile?

  /// Wants each of the orders, at the same moment as the other thread.
  ///
  /// - Parameters:
  ///   - prizes: the orders, in the same order for both.
  ///   - meetings: where both meet before each.
  /// - Returns: what was done, and which orders this thread got.
  @available(*, noasync)
  func contest(
    _ prizes: [Order.ID], meetingAt meetings: [Rendezvous]
  ) -> (log: EditLog, won: Set<Order.ID>) {
    var log = EditLog()
    var won: Set<Order.ID> = []
    for (prize, meeting) in zip(prizes, meetings) {
      turnstile?.enter()
      meeting.arrive()
      if log.make(.remove(prize), in: orders) { won.insert(prize) }
    }
    return (log, won)
  }
}
