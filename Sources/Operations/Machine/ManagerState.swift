internal import StageFloor

struct ManagerState: Sendable {
  var limit = Int.max
  var executing = 0
  var isSuspended = false
  var unsettled = 0
  var youngest: Slot = -1
  var sweeps: [(id: UInt32, slot: Slot)] = []
  var lastLeaver: UInt64 = 0
  /// Waits that released their slot, have ended, and need a slot again.
  var returning = Deque<Returning>()
  var isIdleAwaited = false
  /// The operations that wait in steps of graphs that their bodies run.
  var stepWaiters: Set<NodeID> = []

  /// Whether an operation may occupy the only slot while a step of its graph waits.
  var hasSerialStepWaits: Bool { limit == 1 && !stepWaiters.isEmpty }

  var hasSlot: Bool { executing < limit }

  struct Returning: Sendable {
    var id: NodeID
    var ticket: UInt64
  }
}

struct LaneState: Sendable {
  /// The operations whose conditions are to be evaluated; that takes no concurrency slot.
  var checks = PriorityLine()
  var ready = PriorityLine()
  /// Whether a driver was requested and has not arrived yet; there is never more than one.
  ///
  /// It arrives when a thread is free: at once on an idle system, when a body suspends on a busy
  /// one. So there are as many drivers as bodies that run or are suspended, not one for each
  /// operation.
  var isDriverRequested = false
  /// The number of operations that drivers have taken ahead and may not have started.
  var aheadCount = 0
  var aheadLevel: UInt8 = 0
  /// Whether the lane is in the machine's list of lanes that may need a driver.
  var isTouched = false
}
