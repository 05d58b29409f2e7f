/// The state of one manager.
struct ManagerState: Sendable {
  /// The maximum number of operations that execute at a time.
  var limit = Int.max
  var executing = 0
  var isSuspended = false
  /// The number of operations in the table, and the newest of them.
  var unsettled = 0
  var youngest: Slot = -1
  /// The positions of interrupted sweeps over its operations.
  var sweeps: [(id: UInt32, slot: Slot)] = []
  /// The number of the operation that released a concurrency slot last.
  var lastLeaver: UInt64 = 0
  /// Waits that released their slot, have ended, and need a slot again.
  private var returning: [Returning] = []
  private var returningHead = 0
  /// Whether a caller waits until no operation is left.
  var isIdleAwaited = false

  var hasSlot: Bool { executing < limit }

  /// A wait that needs a slot to continue.
  struct Returning: Sendable {
    var id: NodeID
    var ticket: UInt64
  }

  mutating func addReturning(_ returning: Returning) {
    self.returning.append(returning)
  }

  mutating func nextReturning() -> Returning? {
    guard returningHead < returning.count else { return nil }
    defer {
      returningHead += 1
      if returningHead == returning.count {
        returning.removeAll(keepingCapacity: true)
        returningHead = 0
      }
    }
    return returning[returningHead]
  }

  mutating func takeReturning() -> ArraySlice<Returning> {
    defer {
      returning = []
      returningHead = 0
    }
    return returning[returningHead...]
  }
}
