#if SQLite || PostgreSQL
/// Requests that wait for an answer, by number, each with a deadline.
///
/// The code that removes a request from the table answers it, so that each is answered once.
///
/// Inserting, removing and asking for the next deadline take logarithmic time at most.
package struct PendingTable<Waiter> {
  private struct Deadline {
    var instant: Int64
    var number: UInt64
  }

  private var waiters: [UInt64: Waiter] = [:]
  /// Entries of answered requests are removed when they reach the top, or when they are the
  /// majority.
  private var deadlines: [Deadline] = []
  private var lastNumber: UInt64 = 0

  package init() {}

  package var count: Int { waiters.count }

  package var isEmpty: Bool { waiters.isEmpty }

  /// Returns its number, larger than all before.
  package mutating func insert(_ waiter: Waiter, until deadline: Int64) -> UInt64 {
    lastNumber += 1
    waiters[lastNumber] = waiter
    push(Deadline(instant: deadline, number: lastNumber))
    return lastNumber
  }

  package func contains(_ number: UInt64) -> Bool { waiters[number] != nil }

  package subscript(number: UInt64) -> Waiter? { waiters[number] }

  package mutating func remove(_ number: UInt64) -> Waiter? {
    guard let waiter = waiters.removeValue(forKey: number) else { return nil }
    if deadlines.count > 32, deadlines.count > waiters.count * 2 { compact() }
    return waiter
  }

  /// Removes all requests, in the order of their numbers.
  package mutating func removeAll() -> [Waiter] {
    let all = waiters.sorted { $0.key < $1.key }.map(\.value)
    waiters = [:]
    deadlines = []
    return all
  }

  /// Removes the requests whose deadlines have passed, in the order of their deadlines.
  package mutating func removeOverdue(at now: Int64) -> [Waiter] {
    var overdue: [Waiter] = []
    while let first = deadlines.first, first.instant <= now {
      pop()
      if let waiter = waiters.removeValue(forKey: first.number) { overdue.append(waiter) }
    }
    return overdue
  }

  /// The earliest deadline of a request that waits.
  package mutating func nextDeadline() -> Int64? {
    while let first = deadlines.first {
      if waiters[first.number] != nil { return first.instant }
      pop()
    }
    return nil
  }

  // MARK: The heap

  private mutating func push(_ deadline: Deadline) {
    deadlines.append(deadline)
    var index = deadlines.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      if deadlines[parent].instant <= deadlines[index].instant { return }
      deadlines.swapAt(parent, index)
      index = parent
    }
  }

  private mutating func pop() {
    let last = deadlines.removeLast()
    if deadlines.isEmpty { return }
    deadlines[0] = last
    var index = 0
    while true {
      var smallest = index
      for child in [2 * index + 1, 2 * index + 2] where child < deadlines.count {
        if deadlines[child].instant < deadlines[smallest].instant { smallest = child }
      }
      if smallest == index { return }
      deadlines.swapAt(smallest, index)
      index = smallest
    }
  }

  private mutating func compact() {
    let live = deadlines.filter { waiters[$0.number] != nil }
    deadlines = []
    for deadline in live { push(deadline) }
  }
}

extension PendingTable: Sendable where Waiter: Sendable {}
#endif
