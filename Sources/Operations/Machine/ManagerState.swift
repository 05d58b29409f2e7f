internal import StageFloor

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
  var returning = Deque<Returning>()
  /// Whether a caller waits until no operation is left.
  var isIdleAwaited = false

  var hasSlot: Bool { executing < limit }

  /// A wait that needs a slot to continue.
  struct Returning: Sendable {
    var id: NodeID
    var ticket: UInt64
  }
}

/// The state of one lane of a manager.
struct LaneState: Sendable {
  /// The operations whose conditions are to be evaluated; that takes no concurrency slot.
  var checks = PriorityLine()
  /// The operations that are ready to start.
  var ready = PriorityLine()
  /// Whether a driver was requested and has not arrived yet.
  ///
  /// There is never more than one such driver. It arrives when a thread is free: at once on an idle
  /// system, when a body suspends on a busy one. So there are as many drivers as bodies that run or
  /// are suspended, and not one for each operation.
  var isDriverRequested = false
  /// The number of operations that drivers have taken ahead and may not have started.
  var aheadCount = 0
  /// The priority of those operations, if there are any.
  var aheadLevel: UInt8 = 0
  /// Whether the lane is in the machine's list of lanes that may need a driver.
  var isTouched = false
}
