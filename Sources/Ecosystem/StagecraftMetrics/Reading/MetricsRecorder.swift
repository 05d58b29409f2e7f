#if Metrics
internal import Metrics
internal import StageFloor

/// Records what one object does, between two readings.
///
/// All members may be called from any thread.
public final class MetricsRecorder: Sendable {
  let object: MetricsObject
  /// Whether each wait and loan of a pool is to be timed.
  let timesEach: Bool
  private let timers: MetricsTimers
  private let recorded = Guarded(MetricsReading())

  init(_ object: MetricsObject, _ timers: MetricsTimers, timesEach: Bool) {
    self.object = object
    self.timers = timers
    self.timesEach = timesEach
  }

  /// Records a duration, in a timer.
  ///
  /// - Parameters:
  ///   - name: The name of the figure.
  ///   - duration: The duration.
  public func time(_ name: String, _ duration: Duration) {
    let timer = timers.timer(MetricsTimers.Key(object: object, figure: name))
    timer.recordNanoseconds(max(0, duration.wholeNanoseconds))
  }

  /// Counts events, in a counter that grows with the next reading.
  ///
  /// - Parameters:
  ///   - name: The name of the figure.
  ///   - count: The number of events.
  ///   - dimension: A key and one of few values; with the same key each time.
  public func count(_ name: String, by count: Int = 1, _ dimension: MetricsDimension? = nil) {
    recorded.withLock { $0.total(name, count, dimension) }
  }

  /// Changes a level from now on.
  ///
  /// - Parameters:
  ///   - name: The name of the figure.
  ///   - difference: What is added to its value.
  public func change(_ name: String, by difference: Int) {
    recorded.withLock { $0.level(name, difference) }
  }

  var reading: MetricsReading { recorded.copy }
}
#endif
