#if Tracing
internal import StageFloor
internal import Synchronization
internal import Tracing

/// A span that has begun, and ends once.
final class OpenSpan: Sendable {
  let span: any Tracing.Span
  private let core: TracingCore
  private let hasEnded = Atomic(false)

  init(_ span: any Tracing.Span, _ core: TracingCore) { (self.span, self.core) = (span, core) }

  var context: ServiceContext { span.context }

  /// A body may go on after its lease was lost, and so after the end of the span.
  private var isOpen: Bool { !hasEnded.load(ordering: .relaxed) }

  func set(_ key: String, _ value: SpanAttribute) {
    if isOpen { span.attributes.set(key, value: value) }
  }

  func mark(_ name: String, _ attributes: [String: SpanAttribute] = [:]) {
    guard isOpen else { return }
    span.addEvent(SpanEvent(name: name, attributes: SpanAttributes(attributes)))
  }

  func link(to other: ServiceContext, _ kind: String) {
    guard isOpen else { return }
    span.addLink(SpanLink(context: other, attributes: ["stagecraft.link": .string(kind)]))
  }

  /// Sets the status as well.
  func fail(_ error: any Error, at moment: Int64 = SpanTime.now) {
    guard isOpen else { return }
    span.recordError(error, attributes: [:], at: SpanTime.instant(of: moment))
    set("error.type", .string(String(reflecting: type(of: error))))
    span.setStatus(SpanStatus(code: .error, message: "\(error)"))
  }

  func end(at moment: Int64 = SpanTime.now) {
    guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
    span.end(at: SpanTime.instant(of: moment))
    core.spanEnded()
  }
}

/// Moments of the continuous clock, as a tracer wants them.
enum SpanTime {
  private static let clock = Timekeeper(ContinuousClock())

  static var now: Int64 { clock.now }

  static func instant(of moment: Int64) -> DefaultTracerClock.Timestamp {
    let age = UInt64(max(0, now - moment))
    let present = DefaultTracerClock.now.nanosecondsSinceEpoch
    return DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: present - min(age, present))
  }
}
#endif
