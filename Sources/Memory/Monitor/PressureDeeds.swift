internal import StageFloor

/// What was decided under the lock, and is done after it: in this order, by `PressureCore.carryOut`.
struct PressureDeeds {
  struct Connection {
    var relay: SourceRelay
    var source: Int
  }

  /// When the core wants to be woken.
  var alarm: Int64?
  /// Readers of events who have waited for this one.
  var listeners: [UnsafeContinuation<Void, Never>] = []
  /// The driver that waits for an overdue responder.
  var cancelledTask: Task<Void, Never>?
  /// Sources' members that have got their seats.
  var connections: [Connection] = []
  /// Sources that are to end.
  var endedWatches: [PressureWatch] = []
  /// The number of the pass, and that of the driver that it needs.
  var startedDriver: (pass: UInt64, driver: Int)?
  /// Readers of reports for whom there will be none any more.
  var endedReporters: [AsyncStream<ReliefReport>.Continuation] = []
  /// What may end with its last reference, once the lock is left.
  var responders: [ResponderRecord] = []
}
