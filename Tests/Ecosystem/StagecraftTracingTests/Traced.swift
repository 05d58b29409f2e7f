#if Tracing
import InMemoryTracing
import StagecraftTracing
import Testing
import Tracing

/// A reporter whose spans stay in memory.
struct Traced {
  let tracer = InMemoryTracer()
  let tracing: TracingReporter

  init(maximumNames: Int = 1_000) {
    tracing = TracingReporter(tracer, maximumNames: maximumNames)
  }

  /// All spans, after all have ended.
  func spans() async -> [FinishedInMemorySpan] {
    await tracing.waitForSpans()
    return tracer.finishedSpans
  }

  /// The only span with this name.
  func span(_ name: String) async throws -> FinishedInMemorySpan {
    let found = await spans().filter { $0.operationName == name }
    #expect(found.count == 1, "\(name)")
    return try #require(found.first)
  }
}

extension FinishedInMemorySpan {
  func text(_ key: String) -> String? {
    guard case .string(let text) = attributes.get(key) else { return nil }
    return text
  }

  func number(_ key: String) -> Int64? {
    guard case .int64(let number) = attributes.get(key) else { return nil }
    return number
  }

  var linked: [String] { links.compactMap { $0.context.inMemorySpanContext?.spanID } }

  var start: UInt64 { startInstant.nanosecondsSinceEpoch }
  var end: UInt64 { endInstant.nanosecondsSinceEpoch }
}
#endif
