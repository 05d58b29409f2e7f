#if Tracing
import InMemoryTracing
import StageFloor
import StagecraftOperations
import StagecraftTracing
import TestSupport
import Testing
import Tracing

private struct CatalogueClosed: Error {}

@Suite(.timeLimit(.minutes(3)))
struct OperationSpanTests {
  private let traced = Traced()
  private let manager = OperationManager("reviews")

  init() { traced.tracing.report(manager) }

  @Test func theSpanOfTheSubmitterIsTheParent() async throws {
    let manager = manager
    let handle = traced.tracer.withSpan("request") { _ in manager.submit("login") { 1 } }
    #expect(try await handle.value == 1)
    let request = try await traced.span("request")
    let login = try await traced.span("login")
    #expect(login.parentSpanID == request.spanID)
    #expect(login.traceID == request.traceID)
    #expect(login.kind == .internal)
    #expect(login.status == nil)
    #expect(login.errors.isEmpty)
    #expect(login.text("stagecraft.manager") == "reviews")
    #expect(login.text("stagecraft.operation.name") == "login")
    #expect(login.text("stagecraft.operation.ending") == "succeeded")
    #expect(login.number("stagecraft.operation.attempts") == 1)
    #expect(login.events.map(\.name) == ["started"])
  }

  @Test func anOperationWithoutAParentBeginsATrace() async throws {
    _ = try await manager.submit("login") {}.value
    #expect(try await traced.span("login").parentSpanID == nil)
  }

  @Test func timesAreThoseOfTheEvents() async throws {
    let began = DefaultTracerClock.now.nanosecondsSinceEpoch
    let gate = Gate()
    let first = manager.submit("first") { await gate.wait() }
    let second = manager.submit("second", following: first) {}
    let submitted = DefaultTracerClock.now.nanosecondsSinceEpoch
    let released = DefaultTracerClock.now.nanosecondsSinceEpoch
    gate.open()
    try await second.value
    let span = try await traced.span("second")
    let ended = DefaultTracerClock.now.nanosecondsSinceEpoch
    // A moment is converted with two readings of clocks.
    let tolerance: UInt64 = 50_000_000
    #expect(span.start >= began && span.start <= submitted)
    #expect(span.end + tolerance >= released && span.end <= ended)
    let started = try #require(span.events.first)
    #expect(started.nanosecondsSinceEpoch >= released)
    let before = try await traced.span("first")
    #expect(before.end <= span.end)
  }

  @Test func dependenciesAreLinks() async throws {
    let login = manager.submit("login") { "reader" }
    let catalogue = manager.submit("catalogue") { "books" }
    let show = manager.submit("show", after: login, following: catalogue) { reader in reader }
    _ = try await show.value
    let ids = [try await traced.span("login").spanID, try await traced.span("catalogue").spanID]
    let span = try await traced.span("show")
    #expect(Set(span.linked) == Set(ids))
    #expect(span.parentSpanID == nil)
    #expect(span.links.allSatisfy { $0.attributes.get("stagecraft.link") == "dependency" })
  }

  @Test func dependenciesOfPreparedOperationsAreLinks() async throws {
    let login = manager.submit("login") {}
    let show = manager.prepare("show", following: login) {}
    let late = manager.submit("late") {}
    try? show.addDependency(following: late)
    #expect(traced.tracer.activeSpans.allSatisfy { $0.operationName != "show" })
    traced.tracer.withSpan("tap") { _ in _ = show.submit() }
    try await show.value
    let span = try await traced.span("show")
    #expect(span.linked.contains(try await traced.span("login").spanID))
    #expect(span.parentSpanID == (try await traced.span("tap").spanID))
    #expect(await traced.spans().count == 4)
  }

  @Test func anErrorSetsTheStatusAndIsRecorded() async throws {
    let failing = manager.submit("failing") { () async throws -> Int in throw CatalogueClosed() }
    let dependent = manager.submit("dependent", after: failing) { $0 }
    await #expect(throws: (any Error).self) { try await dependent.value }
    let span = try await traced.span("failing")
    #expect(span.status?.code == .error)
    #expect(span.errors.count == 1)
    #expect(span.errors.first?.error is CatalogueClosed)
    #expect(span.text("error.type")?.hasSuffix("CatalogueClosed") == true)
    #expect(span.text("stagecraft.operation.ending") == "failed")
    let second = try await traced.span("dependent")
    #expect(second.text("stagecraft.operation.ending") == "cancelled")
    #expect(second.text("stagecraft.operation.reason") == "a dependency failed")
    #expect(second.number("stagecraft.operation.attempts") == 0)
    #expect(second.status?.code == .error)
    #expect(second.errors.first?.error is OperationError)
    #expect(second.linked == [span.spanID])
    #expect(second.events.isEmpty)
  }

  @Test func aCancelledOperationSetsTheStatus() async throws {
    let began = Gate()
    let running = manager.submit("running") {
      began.open()
      try await untilCancelled()
    }
    let waiting = manager.submit("waiting", following: running) {}
    await began.wait()
    waiting.cancel()
    running.cancel()
    try await running.waitForEnd()
    for name in ["running", "waiting"] {
      let span = try await traced.span(name)
      #expect(span.status?.code == .error)
      #expect(span.errors.count == 1)
      #expect(span.text("stagecraft.operation.ending") == "cancelled")
      #expect(span.text("stagecraft.operation.reason") == "on request")
    }
  }

  @Test func aSkippedOperationIsNoError() async throws {
    let skipped = manager.submit(
      "skipped", conditions: [OperationCondition("never") { _ in .skip }]
    ) { () async throws in }
    try await skipped.waitForEnd()
    let span = try await traced.span("skipped")
    #expect(span.text("stagecraft.operation.ending") == "skipped")
    #expect(span.status == nil)
    #expect(span.errors.isEmpty)
  }

  @Test func aRetriedOperationHasOneSpan() async throws {
    var options = OperationOptions("retried")
    options.retry = .times(2)
    let attempts = Locked(0)
    let handle = manager.submit(options) { () async throws -> Int in
      let attempt = attempts.update {
        $0 += 1
        return $0
      }
      if attempt < 3 { throw CatalogueClosed() }
      return attempt
    }
    #expect(try await handle.value == 3)
    let span = try await traced.span("retried")
    #expect(span.number("stagecraft.operation.attempts") == 3)
    #expect(span.events.map(\.name) == ["started", "started", "started"])
    #expect(span.errors.count == 2)
    #expect(span.errors.last?.attributes.get("stagecraft.operation.attempt") == .int(2))
    #expect(span.status == nil)
  }

  @Test func aSharedOperationHasOneSpan() async throws {
    struct Login: AsyncOperation {
      func run(_ context: OperationContext) async throws -> Int { 7 }
    }
    let gate = Gate()
    let first = manager.submit("first") { await gate.wait() }
    let one = manager.shared("login", following: first) { Login() }
    let other = manager.shared("login") { Login() }
    gate.open()
    #expect(try await one.value + other.value == 14)
    #expect(await traced.spans().count == 2)
  }

  @Test func tagsAreAnAttribute() async throws {
    var options = OperationOptions("tagged")
    options.tags = ["reader", "book"]
    _ = try await manager.submit(options) {}.value
    let span = try await traced.span("tagged")
    #expect(span.attributes.get("stagecraft.operation.tags") == .stringArray(["book", "reader"]))
  }

  @Test func noSpanIsOpenAfterAShutdown() async throws {
    let gate = Gate()
    let manager = OperationManager("orders", maximumConcurrency: 2)
    traced.tracing.report(manager)
    for number in 0..<20 {
      manager.submit("order \(number % 4)") {
        await gate.wait()
        if number.isMultiple(of: 3) { throw CatalogueClosed() }
      }
    }
    let prepared = manager.prepare("prepared") {}
    gate.open()
    _ = await manager.shutdown(deadline: .seconds(60))
    manager.submit("too late") {}
    prepared.submit()
    let spans = await traced.spans()
    #expect(traced.tracer.activeSpans.isEmpty)
    // The prepared operation ended with the shutdown, without a submission.
    #expect(spans.count == 21)
    let late = spans.filter { $0.operationName == "too late" }
    #expect(late.map { $0.text("stagecraft.operation.ending") } == ["cancelled"])
  }
}
#endif
