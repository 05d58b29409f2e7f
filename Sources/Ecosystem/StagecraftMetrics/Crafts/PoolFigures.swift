#if Metrics
public import StagecraftPools

@_exported public import class StageFloor.ObservationToken

extension BoundedPool: MetricsSource {
  /// The kind of object.
  public var metricsKind: String { "pool" }
  /// The name of the pool, if it has one.
  public var metricsName: String? { snapshot.name }

  /// Reads the figures of the pool; a reporter calls it.
  ///
  /// - Parameter reading: Receives the figures.
  public func read(into reading: inout MetricsReading) { reading.add(snapshot) }

  /// Times each wait and loan, if that is wanted; a reporter calls it.
  ///
  /// - Parameter recorder: Records durations.
  /// - Returns: A token that ends the observation.
  public func observe(with recorder: MetricsRecorder) -> ObservationToken? {
    recorder.timesEach ? observe { recorder.record($0) } : nil
  }
}

extension KeyedPool: MetricsSource {
  /// The kind of object.
  public var metricsKind: String { "pool" }
  /// The name of the pool, if it has one.
  public var metricsName: String? { snapshot.name }

  /// Reads the figures of the pool, of all keys together; a reporter calls it.
  ///
  /// - Parameter reading: Receives the figures.
  public func read(into reading: inout MetricsReading) { reading.add(snapshot) }

  /// Times each wait and loan, if that is wanted; a reporter calls it.
  ///
  /// - Parameter recorder: Records durations.
  /// - Returns: A token that ends the observation.
  public func observe(with recorder: MetricsRecorder) -> ObservationToken? {
    recorder.timesEach ? observe { recorder.record($0) } : nil
  }
}

extension ElasticPool: MetricsSource {
  /// The kind of object.
  public var metricsKind: String { "pool" }
  /// The name of the pool, if it has one.
  public var metricsName: String? { snapshot.name }

  /// Reads the figures of the pool; a reporter calls it.
  ///
  /// - Parameter reading: Receives the figures.
  public func read(into reading: inout MetricsReading) { reading.add(snapshot) }

  /// Times each loan, if that is wanted; a reporter calls it.
  ///
  /// - Parameter recorder: Records durations.
  /// - Returns: A token that ends the observation.
  public func observe(with recorder: MetricsRecorder) -> ObservationToken? {
    recorder.timesEach ? observe { recorder.record($0) } : nil
  }
}

extension MetricsReading {
  mutating func add(_ snapshot: PoolSnapshot) {
    if let capacity = snapshot.capacity { level("capacity", capacity) }
    level("idle", snapshot.idle)
    level("on_loan", snapshot.onLoan)
    level("waiting", snapshot.waiting)
    level("creating", snapshot.creating)
    total("created", snapshot.created)
    total("creations_failed", snapshot.creationsFailed)
    total("waits", snapshot.waits)
    total("timeouts", snapshot.timeouts)
    total("cancellations", snapshot.cancellations)
    total("stray_releases", snapshot.strayReleases)
    total("long_holds", snapshot.longHolds)
    for (reason, count) in snapshot.discarded {
      total("discarded", count, MetricsDimension("reason", reason.metricsName))
    }
    if let timings = snapshot.timings {
      total("wait_seconds", timings.waits.total)
      total("hold_seconds", timings.holds.total)
      total("holds", timings.holds.count)
      total("creation_seconds", timings.creations.total)
    }
  }
}

extension MetricsRecorder {
  fileprivate func record(_ event: PoolEvent) {
    switch event {
    case .lent(to: _, waited: let duration): time("wait", duration)
    case .returned(from: _, after: let duration): time("hold", duration)
    // It did not wait.
    case .gaveUp(.tooManyWaiting, after: _): break
    case .gaveUp(_, after: let duration): time("wait", duration)
    case .created(taking: let duration): time("creation", duration)
    case .creationFailed, .discarded, .waiting, .heldLong, .returnedAfterLongHold, .strayRelease,
      .nestedBorrowing:
      break
    }
  }
}

extension PoolDiscardReason {
  fileprivate var metricsName: String {
    switch self {
    case .byBorrower: "by_borrower"
    case .byHook: "by_hook"
    case .afterFailure: "after_failure"
    case .preparationFailed: "preparation_failed"
    case .usedUp: "used_up"
    case .tooOld: "too_old"
    case .idleTooLong: "idle_too_long"
    case .surplus: "surplus"
    case .overCapacity: "over_capacity"
    case .trimmed: "trimmed"
    case .invalidated: "invalidated"
    case .shutdown: "shutdown"
    }
  }
}
#endif
