#if Tracing
@_exported public import class StageFloor.ObservationToken

/// An object for which a ``TracingReporter`` can make spans: a manager, a pool or a shared pool.
///
/// Code of your own opens its spans with `withSpan`.
public protocol TracingSource: AnyObject, Sendable {
  /// The name of the object, if it has one.
  var tracingName: String? { get }

  /// Begins to make spans; a reporter calls it.
  ///
  /// The token must not retain the object.
  ///
  /// - Parameter track: What makes the spans.
  /// - Returns: A token that ends this.
  func trace(to track: TracingTrack) -> ObservationToken
}

/// Makes the spans of one object.
public final class TracingTrack: Sendable {
  let core: TracingCore
  let name: String

  init(_ core: TracingCore, _ name: String) { (self.core, self.name) = (core, name) }
}
#endif
