#if Tracing
import InMemoryTracing
import StagecraftOperations
import StagecraftTracing
import TestSupport
import Testing
import Tracing

private enum Reader {
  @TaskLocal static var name = "unset"
}

@Suite(.timeLimit(.minutes(3)))
struct ContextTests {
  private let traced = Traced()
  private let manager = OperationManager("reviews")

  init() { traced.tracing.report(manager) }

  /// The span of the calling code.
  private static var current: String? { ServiceContext.current?.inMemorySpanContext?.spanID }

  private func expectChild(_ id: String?, of name: String) async throws {
    #expect(id == (try await traced.span(name).spanID))
  }

  @Test func anAsynchronousBodyHasTheContext() async throws {
    let tracer = traced.tracer
    let id = try await manager.submit("feed") {
      try await tracer.withSpan("query") { _ async throws in try Task.checkCancellation() }
      return Self.current
    }.value
    try await expectChild(id, of: "feed")
    #expect(try await traced.span("query").parentSpanID == id)
  }

  @Test func aBlockingBodyHasTheContext() async throws {
    let tracer = traced.tracer
    let id = try await manager.submitOnThread("disk") {
      tracer.withSpan("read") { _ in }
      return Self.current
    }.value
    try await expectChild(id, of: "disk")
    #expect(try await traced.span("read").parentSpanID == id)
  }

  @Test func aBodyOnTheMainActorHasTheContextAndStaysThere() async throws {
    let id = try await manager.submit("draw") { @MainActor in
      MainActor.assertIsolated()
      return Self.current
    }.value
    try await expectChild(id, of: "draw")
  }

  @Test func aTypeAndItsConditionsHaveTheContext() async throws {
    struct Login: AsyncOperation {
      let seen: Locked<String?>
      var options: OperationOptions { OperationOptions("login") }
      var conditions: [OperationCondition<String?>] {
        [
          OperationCondition("online") { _ in
            seen.update { $0 = ContextTests.current }
            return .proceed
          }
        ]
      }
      func run(_ context: OperationContext) async throws -> String? { ContextTests.current }
    }
    let seen = Locked<String?>(nil)
    let id = try await manager.submit(Login(seen: seen)).value
    try await expectChild(id, of: "login")
    #expect(seen.value == id)
  }

  @Test func anOperationThatABodySubmitsIsAChild() async throws {
    try await manager.submit("outer") {
      guard let context = OperationContext.current else { return }
      context.children.submit("inner") {}
    }.value
    let outer = try await traced.span("outer")
    #expect(try await traced.span("inner").parentSpanID == outer.spanID)
    #expect(await traced.spans().count == 2)
  }

  @Test func theContextFlowsWithInheritedValues() async throws {
    var options = OperationOptions("feed")
    options.inheritsTaskLocals = true
    let manager = manager
    let seen = try await Reader.$name.withValue("Emma") {
      try await manager.submit(options) { (Self.current, Reader.name) }.value
    }
    try await expectChild(seen.0, of: "feed")
    #expect(seen.1 == "Emma")
  }

  @Test func aManagerWithoutAReporterKeepsNothing() async throws {
    let other = OperationManager("other")
    let id = try await traced.tracer.withSpan("request") { _ in
      try await other.submit("feed") { Self.current }.value
    }
    #expect(id == nil)
    #expect(await traced.spans().count == 1)
  }
}
#endif
