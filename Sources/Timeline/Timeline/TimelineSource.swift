@_exported public import class StageFloor.ObservationToken

/// An object that a timeline can record.
///
/// Pools, managers, pressure monitors, caches and shared pools are sources. Make an object of your
/// own one to record it in the same way:
///
/// ```swift
/// extension Catalogue: TimelineSource {
///   var timelineKind: TimelineObject.Kind { .program }
///   var timelineName: String? { "catalogue" }
///
///   func record(to track: TimelineTrack) -> ObservationToken {
///     observe { search in track.period(search.text, .running, lasting: search.duration) }
///   }
/// }
/// ```
public protocol TimelineSource: AnyObject, Sendable {
  /// The kind of object.
  var timelineKind: TimelineObject.Kind { get }

  /// The name of the object, if it has one.
  var timelineName: String? { get }

  /// Begins to write the object's events to a track.
  ///
  /// The token must not retain the object.
  ///
  /// - Parameter track: What records the events.
  /// - Returns: A token that ends the recording when it is cancelled or released.
  func record(to track: TimelineTrack) -> ObservationToken
}
