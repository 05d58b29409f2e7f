#if Tracing
import InMemoryTracing
import StagecraftGraphs
import StagecraftTracing
import TestSupport
import Testing
import Tracing

private struct NoCatalogue: Error {}

@Suite(.timeLimit(.minutes(3)))
struct RunSpanTests {
  private let traced = Traced()

  private static var current: String? { ServiceContext.current?.inMemorySpanContext?.spanID }

  private var options: OperationGraph.RunOptions {
    OperationGraph.RunOptions().traced(by: traced.tracing)
  }

  @Test func stepsAreChildrenOfTheRunWithLinksToTheirDependencies() async throws {
    let seen = Locked<[String: String]>([:])
    @Sendable func note(_ name: String) { seen.update { $0[name] = Self.current } }
    let graph = try OperationGraph("launch") { graph in
      let settings = graph.add("settings") { note("settings") }
      let catalogue = graph.add("catalogue", after: settings) { () async in
        await Task.yield()
        note("catalogue")
      }
      let disk = graph.add("disk", on: .thread) { note("disk") }
      graph.add("screen", after: catalogue, disk) { @MainActor in note("screen") }
    }
    let report = try await traced.tracer.withSpan("start") { _ in try await graph.attempt(options) }
    #expect(report.isSuccess)
    let run = try await traced.span("run launch")
    #expect(run.parentSpanID == (try await traced.span("start").spanID))
    #expect(run.number("stagecraft.graph.steps") == 4)
    var ids: [String: String] = [:]
    for name in ["settings", "catalogue", "disk", "screen"] {
      let step = try await traced.span(name)
      #expect(step.parentSpanID == run.spanID)
      #expect(step.text("stagecraft.graph") == "launch")
      #expect(step.status == nil)
      ids[name] = step.spanID
    }
    #expect(seen.value == ids)
    #expect(try await traced.span("catalogue").linked == [ids["settings"]])
    #expect(try await Set(traced.span("screen").linked) == [ids["catalogue"], ids["disk"]])
  }

  @Test func aFailedStepIsAnErrorOfTheRun() async throws {
    let graph = try OperationGraph("launch") { graph in
      let catalogue = graph.add("catalogue") { throw NoCatalogue() }
      graph.add("screen", after: catalogue) {}
    }
    let report = try await graph.attempt(options)
    #expect(!report.isSuccess)
    let step = try await traced.span("catalogue")
    #expect(step.status?.code == .error)
    #expect(step.errors.first?.error is NoCatalogue)
    let run = try await traced.span("run launch")
    #expect(run.status?.code == .error)
    #expect(run.errors.first?.error is OperationGraphError)
    #expect(await traced.spans().count == 2)
  }

  @Test func aCancelledRunEndsItsSpans() async throws {
    let began = Gate()
    let graph = try OperationGraph("launch") { graph in
      graph.add("catalogue") { () async throws in
        began.open()
        try await untilCancelled()
      }
    }
    let run = try graph.start(options)
    await began.wait()
    run.cancel()
    _ = await run.report()
    #expect(try await traced.span("catalogue").errors.first?.error is CancellationError)
    #expect(try await traced.span("run launch").status?.code == .error)
    #expect(traced.tracer.activeSpans.isEmpty)
  }
}
#endif
