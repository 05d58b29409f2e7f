import StagecraftGraphs
import StagecraftTraces
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct GraphTraceTests {
  private static func launch() throws -> OperationGraph {
    try OperationGraph("launch") { graph in
      let a = graph.add("a") {}
      let b = graph.add("b", after: a) {}
      let c = graph.add("c", after: a) {}
      graph.add("d", after: b, following: c) {}
      graph.add("e") { @MainActor in }
      graph.add("f") { @MainActor in }
    }
  }

  @Test func boundsAreComputedFromTheDurations() throws {
    let graph = try Self.launch()
    let trace = graph.trace(durations: [1, 2, 5, 1, 3, 3].map { .milliseconds($0) })
    #expect(trace.lowerBound(cores: 1) == .milliseconds(15))
    #expect(trace.lowerBound(cores: 2) == .microseconds(7500))
    #expect(trace.lowerBound(cores: 8) == .milliseconds(7))
    #expect(trace.simulated(cores: 1) == .milliseconds(15))
    // a, c, d on one; e, b, f on the other.
    #expect(trace.simulated(cores: 2) == .milliseconds(8))
  }

  @Test func diagramsContainStepsAndEdges() throws {
    let graph = try Self.launch()
    #expect(graph.mermaid() == graph.trace.mermaid())
    #expect(graph.graphviz() == graph.trace.graphviz())
    let d = try #require(graph.trace.nodes.first { $0.name == "d" })
    typealias Dependency = OperationTrace.Dependency
    let expected = [Dependency(on: 1, .requires), Dependency(on: 2, .follows)]
    #expect(Set(d.dependencies) == Set(expected))
    #expect(graph.trace.nodes.count { $0.lane == "main" } == 2)
  }

  @Test func aRecordedRunHasATrace() async throws {
    struct Boom: Error {}
    let graph = try OperationGraph("launch") { graph in
      let a = graph.add("a") {}
      let b = graph.add("b", after: a) { throw Boom() }
      graph.add("c", after: b) {}
      graph.add("d", following: b) { await Task.yield() }
    }
    var options = OperationGraph.RunOptions()
    options.recordsTrace = true
    let trace = try await graph.attempt(options).trace
    #expect(trace.name == "launch")
    #expect(trace.nodes.map(\.ending) == [.succeeded, .failed, .cancelled, .succeeded])
    #expect(trace.nodes[2].reason == "“b” failed")
    #expect(trace.nodes[2].started == nil)
    #expect(trace.nodes[3].blocker == .dependency(1))
    #expect(trace.criticalPath.steps.map(\.name) == ["a", "b", "d"])
    #expect(trace.lowerBound(cores: 2) <= trace.simulated(cores: 2))
  }
}
