import Synchronization
package import Tracing

/// A tracer that keeps the spans that have ended last, for `/traces`.
///
/// A service would send them to a collector instead, by a tracer of another package.
package final class RecentSpans: Tracer {
  private static let maximum = 2_000

  private let next = Atomic(0)
  private let ended = Mutex<[RecentSpan.Ended]>([])

  package init() {}

  package func startSpan<Instant: TracerInstant>(
    _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
  ) -> RecentSpan {
    RecentSpan(
      operationName, below: context(), number: next.add(1, ordering: .relaxed).newValue,
      began: instant().nanosecondsSinceEpoch
    ) { [weak self] span in self?.append(span) }
  }

  private func append(_ span: RecentSpan.Ended) {
    ended.withLock { ended in
      ended.append(span)
      // In batches, because removing from the front moves the rest.
      if ended.count > 2 * Self.maximum { ended.removeFirst(ended.count - Self.maximum) }
    }
  }

  package func forceFlush() {}

  // Requests begin their traces here, and none leave.
  package func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
  ) where Extract.Carrier == Carrier {}

  package func inject<Carrier, Inject: Injector>(
    _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
  ) where Inject.Carrier == Carrier {}

  /// The last requests, newest first, each with its spans below it in the order in which they began.
  package func text(requests limit: Int = 20) -> String {
    let spans = ended.withLock { $0 }.sorted { $0.began < $1.began }
    let children = Dictionary(grouping: spans) { $0.parent }
    func lines(_ span: RecentSpan.Ended, _ depth: Int) -> [String] {
      let indentation = String(repeating: "  ", count: depth)
      let below = (children[span.number] ?? []).flatMap { lines($0, depth + 1) }
      return ["\(indentation)\(span)"] + below
    }
    return (children[nil] ?? []).suffix(limit).reversed()
      .map { lines($0, 0).joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }
}
