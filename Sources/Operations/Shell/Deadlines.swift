internal import StageFloor

/// The deadlines of a manager.
struct Deadlines {
  /// What happens at a deadline.
  enum Kind {
    /// The pause before the next attempt is over.
    case wakeUp
    /// The operation's expiry has passed.
    case expire
    /// The operation's time limit for all attempts has passed.
    case timeOut
    /// The time limit of the current attempt has passed.
    case timeOutAttempt
    /// A wait for the end of the operation has timed out.
    case endWait(UInt64)
    /// A wait for the manager to become idle has timed out.
    case endIdleWait(UInt64)
  }

  struct Ticket {
    fileprivate let heap: DeadlineHeap.Ticket
    fileprivate let number: UInt64
  }

  private struct Item {
    let handle: Unmanaged<AnyOperationHandle>?
    let kind: Kind
  }

  private var heap = DeadlineHeap()
  private var items: [UInt64: Item] = [:]
  private var lastNumber: UInt64 = 0

  /// The earliest deadline.
  var earliest: Int64? { heap.earliest }

  /// Adds a deadline for an operation, which removes it before it is released, or for no operation.
  mutating func set(_ kind: Kind, for handle: AnyOperationHandle?, at moment: Int64) -> Ticket {
    lastNumber += 1
    items[lastNumber] = Item(handle: handle.map(Unmanaged.passUnretained), kind: kind)
    return Ticket(heap: heap.insert(lastNumber, at: moment), number: lastNumber)
  }

  /// Removes a deadline; does nothing if it has been popped already.
  mutating func remove(_ ticket: Ticket) {
    guard items.removeValue(forKey: ticket.number) != nil else { return }
    _ = heap.cancel(ticket.heap)
  }

  /// Removes and returns the next due deadline.
  mutating func popDue(at now: Int64) -> (AnyOperationHandle?, Kind)? {
    while let entry = heap.popDue(at: now) {
      if let item = items.removeValue(forKey: entry.id) {
        return (item.handle?.takeUnretainedValue(), item.kind)
      }
    }
    return nil
  }
}
