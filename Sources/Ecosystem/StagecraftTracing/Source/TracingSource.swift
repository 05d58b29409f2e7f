#if Tracing
@_exported public import class StageFloor.ObservationToken
public import Tracing

/// An object for which a ``TracingReporter`` can make spans.
///
/// Managers, pools and shared pools are sources. Make an object of your own one to report it in the
/// same way:
///
/// ```swift
/// extension Printer: TracingSource {
///   var tracingName: String? { place }
///
///   func trace(to track: TracingTrack) -> ObservationToken {
///     observePrints { pages in
///       // The printer calls the returned closure at the end.
///       track.begin("print", ["printer.pages": .int(pages)])
///     }
///   }
/// }
/// ```
///
/// Where one function contains the whole work, use `withSpan` instead.
public protocol TracingSource: AnyObject, Sendable {
  /// The name of the object, if it has one.
  var tracingName: String? { get }

  /// Begins to make spans; a reporter calls it.
  ///
  /// The token must not retain the object. An object has spans of one reporter: end the spans for an
  /// earlier track before those for a later one begin.
  ///
  /// - Parameter track: What makes the spans.
  /// - Returns: A token that ends this.
  func trace(to track: TracingTrack) -> ObservationToken
}

/// Makes the spans of one object.
///
/// All members may be called from any thread or task.
public final class TracingTrack: Sendable {
  let core: TracingCore
  let name: String

  init(_ core: TracingCore, _ name: String) { (self.core, self.name) = (core, name) }

  /// Begins a span, a child of the one that is current.
  ///
  /// After ``TracingReporter/stop()``, it makes none. ``TracingReporter/waitForSpans()`` waits for the
  /// end of those that have begun; a span also ends when the closure is released without a call.
  ///
  /// - Parameters:
  ///   - kind: What the object does, as a constant. The name of the span is the kind and the name of
  ///     the object; without room for another name, the kind alone.
  ///   - attributes: The attributes of the span.
  /// - Returns: What ends the span, with an error if there was one. Call it once, from anywhere;
  ///   further calls have no effect.
  public func begin(
    _ kind: String, _ attributes: [String: SpanAttribute] = [:]
  ) -> @Sendable ((any Error)?) -> Void {
    guard let span = core.beginUnlessStopped("\(kind) \(name)", or: kind, attributes) else {
      return { _ in }
    }
    let end = SpanEnd(span)
    return { end.end($0) }
  }

  /// What a closure that ends a span retains.
  private final class SpanEnd: Sendable {
    private let span: OpenSpan

    init(_ span: OpenSpan) { self.span = span }

    deinit { span.end() }

    func end(_ error: (any Error)?) {
      if let error { span.fail(error) }
      span.end()
    }
  }
}
#endif
