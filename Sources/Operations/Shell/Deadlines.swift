internal import StageFloor

struct Deadlines {
  enum Kind {
    case wakeUp
    case expire
    case timeOut
    case timeOutAttempt
    case endWait(UInt64)
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

  var earliest: Int64? { heap.earliest }

  /// Adds a deadline for an operation, which removes it before it is released, or for no operation.
  mutating func set(_ kind: Kind, for handle: AnyOperationHandle?, at moment: Int64) -> Ticket {
    lastNumber += 1
    items[lastNumber] = Item(handle: handle.map(Unmanaged.passUnretained), kind: kind)
    return Ticket(heap: heap.insert(lastNumber, at: moment), number: lastNumber)
  }

  /// Does nothing if it has been popped already.
  mutating func remove(_ ticket: Ticket) {
    guard items.removeValue(forKey: ticket.number) != nil else { return }
    _ = heap.cancel(ticket.heap)
  }

  mutating func popDue(at now: Int64) -> (AnyOperationHandle?, Kind)? {
    while let entry = heap.popDue(at: now) {
      if let item = items.removeValue(forKey: entry.id) {
        return (item.handle?.takeUnretainedValue(), item.kind)
      }
    }
    return nil
  }
}
