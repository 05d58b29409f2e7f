/// A source of memory pressure reports.
///
/// A source watches one thing: a kernel file, a platform notification, a counter of the program. It
/// determines the level itself, and reports it from any thread. The monitor handles the
/// rest: repeated reports, bursts of them, and the end of the pressure.
///
/// ```swift
/// struct CoverBudget: PressureSource {
///   let covers: CoverStore
///   var name: String { "covers" }
///
///   func watch(_ reporter: PressureReporter) throws -> ObservationToken {
///     let token = covers.onGrowth { bytes in
///       reporter.report(bytes > 200_000_000 ? .elevated : .normal, lasting: .untilChanged)
///     }
///     return ObservationToken { token.end() }
///   }
/// }
/// ```
public protocol PressureSource: Sendable {
  /// The name of the source in lists and reports.
  var name: String { get }

  /// Begins to watch, and returns.
  ///
  /// A monitor calls this once, when it is created.
  ///
  /// - Parameter reporter: Receives the reports, from any thread, until the watch has ended; later
  ///   ones are ignored.
  /// - Returns: A token whose cancellation ends the watch.
  /// - Throws: The reason why there is nothing to watch here. The monitor records it and continues
  ///   with its other sources.
  func watch(_ reporter: PressureReporter) throws -> ObservationToken
}
