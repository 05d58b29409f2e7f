internal import StageFloor

/// What a manager is to do at which moment.
struct Agenda {
  /// What is due.
  enum Matter {
    /// It has rested, and is tried again.
    case wakeUp
    /// Its time to start has passed.
    case expire
    /// It took too long, all attempts together.
    case timeOut
    /// Its attempt took too long.
    case timeOutAttempt
    /// Something has waited for its end for too long.
    case endWait(UInt64)
    /// Something has waited for too long until no operation is left.
    case endIdleWait(UInt64)
  }

  struct Ticket {
    fileprivate let heap: DeadlineHeap.Ticket
    fileprivate let number: UInt64
  }

  private struct Item {
    let handle: Unmanaged<AnyOperationHandle>?
    let matter: Matter
  }

  private var heap = DeadlineHeap()
  private var items: [UInt64: Item] = [:]
  private var lastNumber: UInt64 = 0

  /// The first moment at which something is due.
  var earliest: Int64? { heap.earliest }

  /// Sets something for an operation, which takes it off before it is gone, or for no operation.
  mutating func set(_ matter: Matter, for handle: AnyOperationHandle?, at moment: Int64) -> Ticket {
    lastNumber += 1
    items[lastNumber] = Item(handle: handle.map(Unmanaged.passUnretained), matter: matter)
    return Ticket(heap: heap.insert(lastNumber, at: moment), number: lastNumber)
  }

  /// Takes something off; it may have been done already.
  mutating func remove(_ ticket: Ticket) {
    guard items.removeValue(forKey: ticket.number) != nil else { return }
    _ = heap.cancel(ticket.heap)
  }

  /// The next thing that is due, taken off.
  mutating func popDue(at now: Int64) -> (AnyOperationHandle?, Matter)? {
    while let entry = heap.popDue(at: now) {
      if let item = items.removeValue(forKey: entry.id) {
        return (item.handle?.takeUnretainedValue(), item.matter)
      }
    }
    return nil
  }
}
