#if Metrics
public import StagecraftCaches
public import StagecraftMemory

@_exported public import class StageFloor.ObservationToken

extension PressureMonitor: MetricsSource {
  /// The kind of object.
  public var metricsKind: String { "pressure" }
  /// The name of the monitor.
  public var metricsName: String? { "memory" }

  /// Reads the level, from 0, normal, to 3, critical; a reporter calls it.
  ///
  /// - Parameter reading: Receives the figures.
  public func read(into reading: inout MetricsReading) { reading.level("level", level.rawValue) }

  /// Counts and times the passes; a reporter calls it.
  ///
  /// - Parameter recorder: Records durations and events.
  /// - Returns: A token that ends the observation.
  public func observe(with recorder: MetricsRecorder) -> ObservationToken? {
    // Created here, so that no report of a later pass is missed.
    let reports = reports
    let passes = Task.detached {
      for await report in reports {
        recorder.count("passes", MetricsDimension("level", report.level.description))
        recorder.count("released_bytes", by: report.released)
        recorder.time("pass", report.duration)
      }
    }
    return ObservationToken { passes.cancel() }
  }
}

extension PurgeableCache: MetricsSource {
  /// The kind of object.
  public var metricsKind: String { "cache" }
  /// The name of the cache.
  public var metricsName: String? { name }

  /// Reads the figures of the cache; a reporter calls it.
  ///
  /// - Parameter reading: Receives the figures.
  public func read(into reading: inout MetricsReading) {
    let statistics = statistics
    reading.level("values", statistics.count)
    reading.level("bytes", statistics.bytes)
    reading.total("hits", statistics.hits)
    reading.total("misses", statistics.misses)
    reading.total("evictions", statistics.evictions)
    reading.total("refusals", statistics.refusals)
  }
}
#endif
