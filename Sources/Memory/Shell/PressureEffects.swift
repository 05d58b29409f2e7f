internal import StageFloor

/// The actions to perform after unlocking, in this order, by `PressureCore.perform`.
struct PressureEffects {
  struct Connection {
    var relay: SourceRelay
    var source: Int
  }

  /// The time of the next alarm.
  var alarm: Int64?
  /// Observers that waited for the current event.
  var listeners: [UnsafeContinuation<Void, Never>] = []
  /// The task of the driver that waits for an overdue responder.
  var cancelledTask: Task<Void, Never>?
  /// Members of sources to be connected with the core.
  var connections: [Connection] = []
  /// Watches to end.
  var endedWatches: [PressureWatch] = []
  /// The pass and the number of the driver to start for it.
  var startedDriver: (pass: UInt64, driver: Int)?
  /// Report streams to finish.
  var endedReportStreams: [AsyncStream<ReliefReport>.Continuation] = []
  /// References to drop outside the lock.
  var responders: [ResponderRecord] = []
}
