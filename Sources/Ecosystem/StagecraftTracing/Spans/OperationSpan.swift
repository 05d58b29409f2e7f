#if Tracing
internal import StageFloor
public import StagecraftOperations
internal import Tracing

extension OperationManager: TracingSource {
  /// The name of the manager.
  public var tracingName: String? { name }

  /// Begins to make a span for each operation; a reporter calls it.
  ///
  /// - Parameter track: What makes the spans.
  /// - Returns: A token that ends this.
  public func trace(to track: TracingTrack) -> ObservationToken {
    accompany { OperationSpan($0, track) }
  }
}

/// The span of an operation, from its submission to its end.
final class OperationSpan: OperationCompanion {
  private struct Attempts: Sendable {
    var count = 0
    /// The error of the last attempt, and its moment.
    var failure: (error: any Error, moment: Int64)?
  }

  private let open: OpenSpan
  private let attempts = Guarded(Attempts())

  init(_ operation: AnyOperationHandle, _ track: TracingTrack) {
    var attributes: [String: SpanAttribute] = [
      "stagecraft.manager": .string(track.name),
      "stagecraft.operation.name": .string(operation.name),
    ]
    let tags = operation.tags
    if !tags.isEmpty { attributes["stagecraft.operation.tags"] = .stringArray(tags.sorted()) }
    open = track.core.begin(operation.name, or: "operation", attributes)
  }

  func follow(_ other: any OperationCompanion) {
    if let other = other as? OperationSpan { open.link(to: other.open.context, "dependency") }
  }

  func began(attempt: Int) {
    let failure = attempts.withLock { attempts in
      attempts.count = attempt
      defer { attempts.failure = nil }
      return attempts.failure
    }
    // It is retried, so the status remains unset.
    if let failure {
      let number = SpanAttributes(["stagecraft.operation.attempt": .int(Int64(attempt - 1))])
      open.span.recordError(
        failure.error, attributes: number, at: SpanTime.instant(of: failure.moment))
    }
    open.mark("started", ["stagecraft.operation.attempt": .int(Int64(attempt))])
  }

  func returned(_ error: (any Error)?) {
    guard let error else { return }
    let moment = SpanTime.now
    attempts.withLock { $0.failure = (error, moment) }
  }

  func within<Value>(
    on actor: isolated (any Actor)?, _ body: () async -> Value
  ) async -> Value {
    await ServiceContext.$current.withValue(open.context) {
      _ = actor
      return await body()
    }
  }

  func ended(_ end: OperationEnd) {
    let count = attempts.withLock { $0.count }
    open.set("stagecraft.operation.ending", .string(end.ending.description))
    open.set("stagecraft.operation.attempts", .int(Int64(count)))
    if let reason = end.reason {
      open.set("stagecraft.operation.reason", .string(reason.kind.description))
    }
    if end.ending != .skipped, let error = end.error { open.fail(error, at: end.moment) }
    open.end(at: end.moment)
  }

  func discarded() {
    open.set("stagecraft.operation.ending", "discarded")
    open.end()
  }
}
#endif
