#if Tracing
import InMemoryTracing
import StagecraftOperations
import StagecraftPools
import StagecraftTracing
import TestSupport
import Testing
import Tracing

@testable import StagecraftTracing

@Suite(.timeLimit(.minutes(3)))
struct TracingReporterTests {
  @Test func namesAreBounded() {
    var names = SpanNames(maximum: 2)
    #expect(names.name(for: "login", or: "operation") == "login")
    #expect(names.name(for: "feed", or: "operation") == "feed")
    #expect(names.name(for: "order 1", or: "operation") == "operation")
    #expect(names.name(for: "login", or: "operation") == "login")
  }

  @Test func aFurtherNameIsAnAttribute() async throws {
    let traced = Traced(maximumNames: 0)
    let manager = OperationManager("reviews")
    traced.tracing.report(manager, as: "desk")
    try await manager.submit("order 17") {}.value
    let span = try await traced.span("operation")
    #expect(span.text("stagecraft.operation.name") == "order 17")
    #expect(span.text("stagecraft.manager") == "desk")
  }

  @Test func anObjectOfYourOwnHasSpans() async throws {
    let traced = Traced()
    let printer = Printer()
    traced.tracing.report(printer)
    let (first, second) = traced.tracer.withSpan("request") { _ in
      (printer.begin(), printer.begin())
    }
    #expect(traced.tracing.core.openSpans == 2)
    first?(nil)
    second?(CancellationError())
    second?(nil)
    let spans = await traced.spans().filter { $0.operationName == "print hall" }
    #expect(spans.map { $0.status?.code } == [nil, .error])
    #expect(spans.first?.number("printer.pages") == 7)
    let request = try await traced.span("request")
    #expect(spans.allSatisfy { $0.parentSpanID == request.spanID })
    traced.tracing.stop()
    #expect(printer.begin() == nil)
  }

  @Test func aStoppedReporterEndsTheSpansThatHaveBegun() async throws {
    let traced = Traced()
    let manager = OperationManager("reviews")
    traced.tracing.report(manager)
    let gate = Gate()
    let first = manager.submit("first") { await gate.wait() }
    traced.tracing.stop()
    try await manager.submit("second") {}.value
    traced.tracing.report(manager)
    try await manager.submit("third") {}.value
    gate.open()
    try await first.value
    #expect(await traced.spans().map(\.operationName) == ["first"])
  }

  @Test func aLaterReporterReplacesAnEarlierOne() async throws {
    let (one, other) = (Traced(), Traced())
    let manager = OperationManager("reviews")
    one.tracing.report(manager)
    other.tracing.report(manager)
    one.tracing.stop()
    try await manager.submit("login") {}.value
    #expect(await one.spans().isEmpty)
    #expect(await other.spans().count == 1)
  }

  @Test func waitingForSpansEndsWithTheTask() async throws {
    let traced = Traced()
    let manager = OperationManager("reviews")
    traced.tracing.report(manager)
    let gate = Gate()
    let open = manager.submit("open") { await gate.wait() }
    let tracing = traced.tracing
    let waiting = Task { await tracing.waitForSpans() }
    waiting.cancel()
    await waiting.value
    #expect(tracing.core.openSpans == 1)
    gate.open()
    try await open.value
    await tracing.waitForSpans()
    #expect(tracing.core.openSpans == 0)
  }

  /// Neither a reporter nor a span keeps what it is about, nor the other way round.
  @Test func nothingOutlivesItsUseLifetime() async throws {
    let tracker = LifetimeTracker()
    let traced = Traced()
    weak var pool: BoundedPool<Int>?
    weak var manager: OperationManager?
    weak var reporter: TracingReporter?
    do {
      let tracing = TracingReporter(traced.tracer)
      let books = BoundedPool(lending: [1])
      let reviews = OperationManager("reviews")
      tracing.report(books)
      tracing.report(reviews)
      let captured = tracker.make()
      var options = OperationOptions("login")
      options.inheritsTaskLocals = true
      _ = try await reviews.submit(options) { captured.number }.value
      _ = try await reviews.submit("feed") { captured.number }.value
      // Never runs: its task must end nevertheless.
      let prepared = reviews.prepare(options) { captured.number }
      let blocker = reviews.prepare("blocker") {}
      try prepared.addDependency(blocker)
      prepared.submit()
      prepared.cancel()
      try await prepared.waitForEnd()
      blocker.cancel()
      try await reviews.waitUntilIdle()
      await tracing.waitForSpans()
      (pool, manager, reporter) = (books, reviews, tracing)
    }
    await tracker.allEnded()
    #expect(pool == nil)
    #expect(reporter == nil)
    while manager != nil { await Task.yield() }
    #expect(traced.tracer.activeSpans.isEmpty)
  }
}

#if ServiceLifecycle
import ServiceLifecycleTestKit

@Suite(.timeLimit(.minutes(3)))
struct TracingServiceTests {
  @Test func aGracefulShutdownWaitsForTheSpans() async throws {
    let traced = Traced()
    let manager = OperationManager("reviews")
    traced.tracing.report(manager)
    let gate = Gate()
    let open = manager.submit("open") { await gate.wait() }
    try await testGracefulShutdown { trigger in
      async let running: Void = traced.tracing.run()
      trigger.triggerGracefulShutdown()
      gate.open()
      try await running
    }
    try await open.value
    #expect(traced.tracer.finishedSpans.map(\.operationName) == ["open"])
  }
}
#endif

private final class Printer: TracingSource {
  private let track = Locked<TracingTrack?>(nil)
  let tracingName: String? = "hall"

  func trace(to track: TracingTrack) -> ObservationToken {
    self.track.withLock { $0 = track }
    return ObservationToken { [self] in self.track.withLock { $0 = nil } }
  }

  func begin() -> (@Sendable ((any Error)?) -> Void)? {
    track.withLock { $0 }?.begin("print", ["printer.pages": .int(7)])
  }
}
#endif
