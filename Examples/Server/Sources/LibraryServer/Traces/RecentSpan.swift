import Synchronization
package import Tracing

/// A span that has begun.
package final class RecentSpan: Span {
  /// A span that has ended.
  struct Ended: Sendable, CustomStringConvertible {
    var name: String
    let number: Int
    let parent: Int?
    let began: UInt64
    var nanoseconds: UInt64 = 0
    var error: String?

    var description: String {
      let tenths = nanoseconds / 100_000
      return "\(name)  \(tenths / 10).\(tenths % 10) ms" + (error.map { "  error: \($0)" } ?? "")
    }
  }

  private enum Number: ServiceContextKey { typealias Value = Int }

  private struct State {
    var span: Ended
    /// The span fails with its status; an error that is recorded may come before it or after it.
    var hasFailed = false
    var message: String?
    var recorded: String?
    var attributes: SpanAttributes = [:]
    var hasEnded = false
  }

  package let context: ServiceContext
  private let state: Mutex<State>
  private let onEnd: @Sendable (Ended) -> Void

  init(
    _ name: String, below context: ServiceContext, number: Int, began: UInt64,
    onEnd: @escaping @Sendable (Ended) -> Void
  ) {
    var own = context
    own[Number.self] = number
    self.context = own
    self.onEnd = onEnd
    state = Mutex(
      State(span: Ended(name: name, number: number, parent: context[Number.self], began: began)))
  }

  package var operationName: String {
    get { state.withLock { $0.span.name } }
    set { state.withLock { $0.span.name = newValue } }
  }

  package var attributes: SpanAttributes {
    get { state.withLock { $0.attributes } }
    set { state.withLock { $0.attributes = newValue } }
  }

  package var isRecording: Bool { state.withLock { !$0.hasEnded } }

  package func setStatus(_ status: SpanStatus) {
    guard status.code == .error else { return }
    state.withLock { state in
      state.hasFailed = true
      state.message = status.message
    }
  }

  package func recordError<Instant: TracerInstant>(
    _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
  ) {
    let text = "\(error)"
    state.withLock { $0.recorded = text }
  }

  package func addEvent(_ event: SpanEvent) {}
  package func addLink(_ link: SpanLink) {}

  package func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
    let moment = instant().nanosecondsSinceEpoch
    let ended = state.withLock { state -> Ended? in
      guard !state.hasEnded else { return nil }
      state.hasEnded = true
      state.span.nanoseconds = moment - min(moment, state.span.began)
      if state.hasFailed { state.span.error = state.message ?? state.recorded ?? "unknown" }
      return state.span
    }
    if let ended { onEnd(ended) }
  }
}
