#if Metrics
public import StagecraftSharedPools

@_exported public import class StageFloor.ObservationToken

extension SharedPool: MetricsSource {
  /// The kind of object.
  public var metricsKind: String { "shared_pool" }
  /// The name of the pool.
  public var metricsName: String? { name }

  /// Reads the figures of this process's part in the pool; a reporter calls it.
  ///
  /// - Parameter reading: Receives the figures.
  public func read(into reading: inout MetricsReading) {
    let counts = counts
    reading.level("waiting", inLine)
    reading.level("leased", max(0, counts.granted - counts.returned - counts.lost))
    reading.total("granted", counts.granted)
    reading.total("returned", counts.returned)
    reading.total("lost", counts.lost)
    reading.total("gave_up", counts.gaveUp)
    reading.total("rejoined", counts.rejoined)
    reading.total("requests", counts.sent)
    reading.total("requests_repeated", counts.repeated)
    reading.total("requests_failed", counts.failed)
    reading.total("renewals", counts.renewals)
    reading.total("polls", counts.polls)
    reading.total("reopened", counts.reopened)
    reading.total("notifications_received", counts.notificationsReceived)
    reading.total("notifications_lost", counts.notificationsLost)
    reading.total("round_trips", counts.roundTrips.count)
    reading.total("round_trip_seconds", counts.roundTrips.total)
  }

  /// Times each wait, lease and renewal; a reporter calls it.
  ///
  /// - Parameter recorder: Records durations.
  /// - Returns: A token that ends the observation.
  public func observe(with recorder: MetricsRecorder) -> ObservationToken? {
    observe { event in
      switch event {
      case .granted(_, names: _, waited: let duration): recorder.time("wait", duration)
      case .gaveUp(_, after: let duration): recorder.time("wait", duration)
      case .returned(_, names: _, after: let duration): recorder.time("hold", duration)
      case .renewed(leases: _, roundTrip: let duration): recorder.time("renewal", duration)
      case .waiting, .rejoined, .ending, .lost, .storeFailed, .reopening, .cannotBeNotified,
        .canBeNotified, .notificationLost:
        break
      }
    }
  }
}
#endif
