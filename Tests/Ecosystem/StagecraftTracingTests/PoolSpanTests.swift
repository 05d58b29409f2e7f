#if Tracing
import InMemoryTracing
import StageFloor
import StagecraftPools
import StagecraftSharedPools
import StagecraftTracing
import TestSupport
import Testing
import Tracing

private struct ScanFailed: Error {}

@Suite(.timeLimit(.minutes(3)))
struct PoolSpanTests {
  private let traced = Traced()

  private func books() -> BoundedPool<Int> {
    var configuration = PoolConfiguration()
    configuration.name = "books"
    let pool = BoundedPool(lending: [1], configuration: configuration)
    traced.tracing.report(pool)
    return pool
  }

  /// Holds the only element until a borrower waits, and then as long as `body` runs.
  private func holding(
    _ pool: BoundedPool<Int>, while wait: @escaping @Sendable () async throws -> Void,
    _ body: () async -> Void = {}
  ) async throws {
    let lease = try await pool.ownedLease()
    let waiting = Task { try await wait() }
    while pool.snapshot.waiting == 0 { await Task.yield() }
    await body()
    lease.release()
    try await waiting.value
  }

  @Test func onlyAWaitHasASpan() async throws {
    let pool = books()
    let tracer = traced.tracer
    for _ in 0..<10 { try await pool.withElement { _ in } }
    #expect(traced.tracer.finishedSpans.isEmpty)
    try await holding(pool) {
      try await tracer.withSpan("request") { _ in try await pool.withElement { _ in } }
    }
    let wait = try await traced.span("wait books")
    #expect(wait.parentSpanID == (try await traced.span("request").spanID))
    #expect(wait.text("stagecraft.pool") == "books")
    #expect(wait.text("code.file.path") == "StagecraftTracingTests/PoolSpanTests.swift")
    #expect(wait.status == nil)
    #expect(wait.end > wait.start)
    #expect(await traced.spans().count == 2)
  }

  @Test func aThreadThatWaitsHasASpan() async throws {
    let pool = books()
    let lease = try await pool.ownedLease()
    let tracer = traced.tracer
    async let waited: Void = onThread {
      try? tracer.withSpan("request") { _ in try pool.withElementBlocking { _ in } }
    }
    while pool.snapshot.waiting == 0 { await Task.yield() }
    lease.release()
    try await waited
    let wait = try await traced.span("wait books")
    #expect(wait.parentSpanID == (try await traced.span("request").spanID))
  }

  @Test func aWaitThatTimesOutOrIsCancelledIsAnError() async throws {
    let pool = books()
    let lease = try await pool.ownedLease()
    await #expect(throws: PoolError.self) {
      try await pool.withElement(timeout: .after(.milliseconds(1))) { _ in }
    }
    let late = try await traced.span("wait books")
    #expect(late.status?.code == .error)
    #expect((late.errors.first?.error as? PoolError)?.code == .timedOut)
    traced.tracer.clearFinishedSpans()
    let task = Task { try await pool.withElement { _ in } }
    while pool.snapshot.waiting == 0 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let cancelled = try await traced.span("wait books")
    #expect(cancelled.errors.first?.error is CancellationError)
    lease.release()
  }

  @Test func aWaitForAKeyHasASpan() async throws {
    let pool = KeyedPool<String, Int>(capacity: 4, capacityPerKey: 1) { _ in 1 }
    traced.tracing.report(pool, as: "shelves")
    // The first borrower waits until its element has been created.
    let lease = try await pool.ownedLease(for: "a")
    traced.tracer.clearFinishedSpans()
    let waiting = Task { try await pool.withElement(for: "a") { _ in } }
    while pool.snapshot.waiting == 0 { await Task.yield() }
    lease.release()
    try await waiting.value
    #expect(try await traced.span("wait shelves").status == nil)
  }

  @Test func aStoppedReporterBeginsNoSpan() async throws {
    let pool = books()
    traced.tracing.stop()
    try await holding(pool) { try await pool.withElement { _ in } }
    #expect(await traced.spans().isEmpty)
  }
}

@Suite(.timeLimit(.minutes(3)))
struct LeaseSpanTests {
  private let traced = Traced()

  private func scanners() async throws -> SharedPool<String> {
    let pool = try await SharedPool("scanners", at: MemoryLeaseStore())
    try await pool.add("serial 7", named: "left", labels: ["a3", "colour"])
    traced.tracing.report(pool)
    return pool
  }

  @Test func theBodyOfALeaseRunsInItsSpan() async throws {
    let pool = try await scanners()
    let tracer = traced.tracer
    try await tracer.withSpan("request") { _ in
      try await pool.withLease(where: ["a3"]) { _ in tracer.withSpan("scan") { _ in } }
    }
    let lease = try await traced.span("lease scanners")
    #expect(lease.parentSpanID == (try await traced.span("request").spanID))
    #expect(try await traced.span("scan").parentSpanID == lease.spanID)
    #expect(lease.attributes.get("stagecraft.shared_pool.labels") == .stringArray(["a3"]))
    #expect(lease.attributes.get("stagecraft.shared_pool.resources") == .stringArray(["left"]))
    #expect(lease.number("stagecraft.shared_pool.fence") != nil)
    #expect(lease.text("stagecraft.shared_pool.ending") == "returned")
    #expect(lease.events.map(\.name) == ["granted"])
    #expect(lease.status == nil)
    await pool.close()
  }

  @Test func aLeaseWithoutABodyEndsWhenItIsReturned() async throws {
    let pool = try await scanners()
    let lease = try await pool.lease()
    #expect(traced.tracer.activeSpans.map(\.operationName) == ["lease scanners"])
    await lease.release()
    #expect(try await traced.span("lease scanners").status == nil)
    // All is lent, and this request does not wait.
    let other = try await pool.lease()
    #expect(try await pool.tryLease() == nil)
    await other.release()
    let endings = await traced.spans().map { $0.text("stagecraft.shared_pool.ending") }
    #expect(endings == ["returned", "not free", "returned"])
    await pool.close()
  }

  @Test func whatFailsIsAnError() async throws {
    let pool = try await scanners()
    await #expect(throws: ScanFailed.self) {
      try await pool.withLease { _ in throw ScanFailed() }
    }
    await #expect(throws: SharedPoolError.self) { try await pool.lease(where: ["a0"]) }
    let spans = await traced.spans()
    #expect(spans.map { $0.status?.code } == [.error, .error])
    #expect(spans.first?.errors.first?.error is ScanFailed)
    #expect(spans.last?.errors.first?.error is SharedPoolError)
    await pool.close()
  }

  @Test func aPayloadThatCannotBeDecodedIsAnError() async throws {
    let payload = SharedPayload<String>(
      encode: { Array($0.utf8) }, decode: { _ in throw ScanFailed() })
    let pool = try await SharedPool("scanners", at: MemoryLeaseStore(), payload: payload)
    try await pool.add("serial 7", named: "left")
    traced.tracing.report(pool)
    await #expect(throws: ScanFailed.self) { try await pool.withLease { _ in } }
    let span = try await traced.span("lease scanners")
    #expect(span.status?.code == .error)
    #expect(span.errors.first?.error is ScanFailed)
    #expect(span.text("stagecraft.shared_pool.ending") == "failed")
    await pool.close()
  }

  @Test func aLeaseThatIsTakenBackIsAnError() async throws {
    let pool = try await scanners()
    let lease = try await pool.lease()
    try await pool.takeBack("left", because: "repair")
    _ = await lease.loss
    let span = try await traced.span("lease scanners")
    #expect(span.status?.code == .error)
    #expect(span.text("stagecraft.shared_pool.ending") == "lost")
    await lease.release()
    await pool.close()
    #expect(await traced.spans().count == 1)
  }
}
#endif
