/// Somebody who notices that memory runs short.
///
/// A source watches one thing: a file of the kernel's, a notification of the platform's, a counter
/// of the program's own. It tells a reporter what it sees, from any thread, and judges how bad that
/// is. What follows from it is not its business: repeated reports, storms of them, and the end of
/// the pressure are the monitor's.
///
/// ```swift
/// struct CoverBudget: PressureSource {
///   let covers: CoverStore
///   var name: String { "covers" }
///
///   func watch(_ reporter: PressureReporter) throws -> PressureWatch {
///     let token = covers.onGrowth { bytes in
///       reporter.report(bytes > 200_000_000 ? .elevated : .normal, lasting: .untilChanged)
///     }
///     return PressureWatch { token.end() }
///   }
/// }
/// ```
public protocol PressureSource: Sendable {
  /// What the source is called in lists and reports.
  var name: String { get }

  /// Begins to watch, and returns.
  ///
  /// A monitor calls it once, when it is made.
  ///
  /// - Parameter reporter: takes what the source sees, from any thread, until the watch has ended;
  ///   what comes later is ignored.
  /// - Returns: what ends the watch when it is dropped.
  /// - Throws: why there is nothing to watch here. The monitor keeps the reason, and goes on with
  ///   its other sources.
  func watch(_ reporter: PressureReporter) throws -> PressureWatch
}
