/// What the machine knows of one manager.
struct ManagerState: Sendable {
  /// How many operations may execute at a time.
  var limit = Int.max
  var executing = 0
  var isSuspended = false
  /// How many operations have not left the table, and the youngest of them.
  var unsettled = 0
  var youngest: Slot = -1
  /// Where walks along its operations go on.
  var sweeps: [(id: UInt32, slot: Slot)] = []
  /// The number of the operation that gave its slot back last.
  var lastLeaver: UInt64 = 0
  /// Operations that gave their slot back while they waited, and want it again.
  private var returning: [Returning] = []
  private var returningHead = 0
  /// Somebody waits until none is left.
  var isIdleAwaited = false

  var hasSlot: Bool { executing < limit }

  /// One that waits for its slot to go on.
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
