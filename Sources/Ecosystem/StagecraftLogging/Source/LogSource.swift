#if Logging
@_exported public import class StageFloor.ObservationToken

/// An object whose events a ``LogReporter`` can write.
///
/// Pools, shared pools, managers and pressure monitors are sources. Make an object of your own one
/// to report it in the same way:
///
/// ```swift
/// extension Printer: LogSource {
///   var logKey: String { "printer" }
///   var logName: String? { place }
///
///   func log(to track: LogTrack) -> ObservationToken {
///     observeJams { sheets in
///       track.write("jam", .warning, "printer is jammed", ["sheets": "\(sheets)"])
///     }
///   }
/// }
/// ```
public protocol LogSource: AnyObject, Sendable {
  /// The key of its name in the metadata, such as `pool`.
  var logKey: String { get }

  /// The name of the object, if it has one.
  var logName: String? { get }

  /// Begins to write the object's events to a track.
  ///
  /// The token must not retain the object.
  ///
  /// - Parameter track: What writes the events.
  /// - Returns: A token that ends the observation.
  func log(to track: LogTrack) -> ObservationToken
}
#endif
