#if SQLite || PostgreSQL || PostgresNIO
internal import StageFloor

/// Requests that wait for an answer, by number, each with a deadline.
///
/// The code that removes a request from the table answers it, so that each is answered once.
package struct PendingTable<Waiter> {
  private var entries: [UInt64: (waiter: Waiter, ticket: DeadlineHeap.Ticket)] = [:]
  private var deadlines = DeadlineHeap()
  private var lastNumber: UInt64 = 0

  package init() {}

  package var count: Int { entries.count }
  package var isEmpty: Bool { entries.isEmpty }

  /// The earliest deadline of a request that waits.
  package var nextDeadline: Int64? { deadlines.earliest }

  /// Returns its number, larger than all before.
  package mutating func insert(_ waiter: Waiter, until deadline: Int64) -> UInt64 {
    lastNumber += 1
    entries[lastNumber] = (waiter, deadlines.insert(lastNumber, at: deadline))
    return lastNumber
  }

  package subscript(number: UInt64) -> Waiter? { entries[number]?.waiter }

  package mutating func remove(_ number: UInt64) -> Waiter? {
    guard let (waiter, ticket) = entries.removeValue(forKey: number) else { return nil }
    deadlines.cancel(ticket)
    return waiter
  }

  package mutating func setDeadline(of number: UInt64, to deadline: Int64) {
    guard let (waiter, ticket) = entries[number] else { return }
    deadlines.cancel(ticket)
    entries[number] = (waiter, deadlines.insert(number, at: deadline))
  }

  /// Removes all requests, in the order of their numbers.
  package mutating func removeAll() -> [Waiter] {
    let all = entries.sorted { $0.key < $1.key }.map(\.value.waiter)
    entries = [:]
    deadlines = DeadlineHeap()
    return all
  }

  /// Removes the requests whose deadlines have passed, in the order of their deadlines.
  package mutating func removeOverdue(at now: Int64) -> [Waiter] {
    var overdue: [Waiter] = []
    while let number = deadlines.popDue(at: now)?.id {
      if let waiter = entries.removeValue(forKey: number)?.waiter { overdue.append(waiter) }
    }
    return overdue
  }
}

extension PendingTable: Sendable where Waiter: Sendable {}
#endif
