#if Metrics
@_exported public import class StageFloor.ObservationToken

/// An object whose figures a ``MetricsReporter`` can report.
///
/// Pools, shared pools, managers, pressure monitors and caches are sources. Make an object of your
/// own one to report it in the same way:
///
/// ```swift
/// extension Printer: MetricsSource {
///   var metricsKind: String { "printer" }
///   var metricsName: String? { place }
///
///   func read(into reading: inout MetricsReading) {
///     reading.level("queued", queued)
///     reading.total("printed", printed)
///   }
/// }
/// ```
public protocol MetricsSource: AnyObject, Sendable {
  /// The kind of object in one word: the second part of its labels, and the key of its dimension.
  var metricsKind: String { get }

  /// The name of the object, if it has one.
  var metricsName: String? { get }

  /// Reads the figures of the object, once a period.
  ///
  /// - Parameter reading: Receives the figures.
  func read(into reading: inout MetricsReading)

  /// Begins to record what cannot be read later, such as durations.
  ///
  /// The token must not retain the object.
  ///
  /// - Parameter recorder: Records durations and events.
  /// - Returns: A token that ends the observation, or nil if there is none, as by default.
  func observe(with recorder: MetricsRecorder) -> ObservationToken?
}

extension MetricsSource {
  /// Observes nothing.
  ///
  /// - Parameter recorder: Is not used.
  /// - Returns: Nil.
  public func observe(with recorder: MetricsRecorder) -> ObservationToken? { nil }
}
#endif
