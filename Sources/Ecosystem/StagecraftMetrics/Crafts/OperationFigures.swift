#if Metrics
internal import StageFloor
public import StagecraftOperations

extension OperationManager: MetricsSource {
  /// The kind of object.
  public var metricsKind: String { "manager" }
  /// The name of the manager.
  public var metricsName: String? { name }

  /// Reads the number of operations that have not ended; a reporter calls it.
  ///
  /// - Parameter reading: Receives the figures.
  public func read(into reading: inout MetricsReading) {
    reading.level("operations", operationCount)
    if let maximumConcurrency { reading.level("maximum_concurrency", maximumConcurrency) }
  }

  /// Counts and times the operations; a reporter calls it.
  ///
  /// - Parameter recorder: Records durations and events.
  /// - Returns: A token that ends the observation.
  public func observe(with recorder: MetricsRecorder) -> ObservationToken? {
    for ending in [OperationEnding.succeeded, .failed, .cancelled, .skipped] {
      recorder.count("ended", by: 0, MetricsDimension("ending", ending.description))
    }
    let times = Guarded(OperationTimes())
    let box = OperationTimesBox(times)
    return observe { event in box.record(event, recorder) }
  }
}

private final class OperationTimesBox: Sendable {
  private let times: Guarded<OperationTimes>

  init(_ times: consuming Guarded<OperationTimes>) { self.times = times }

  func record(_ event: OperationManager.Event, _ recorder: MetricsRecorder) {
    guard let number = event.operation?.number else { return }
    switch event.kind {
    case .submitted:
      times.withLock { $0.submitted(number, at: event.moment) }
      recorder.count("submitted")
    case .started(let attempt):
      times.withLock { $0.started(number, at: event.moment) }
      recorder.count("attempts")
      if attempt > 1 { recorder.count("retries") }
    case .ended(let ending):
      recorder.count("ended", MetricsDimension("ending", ending.description))
      guard let ended = times.withLock({ $0.ended(number, at: event.moment) }) else { return }
      recorder.time("wait", .nanoseconds(ended.waited))
      if let ran = ended.ran { recorder.time("run", .nanoseconds(ran)) }
    case .stalled: recorder.count("stalls")
    case .ready, .retrying: break
    }
  }
}
#endif
