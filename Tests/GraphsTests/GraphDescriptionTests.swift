import StagecraftGraphs
import Testing

@Suite struct GraphDescriptionTests {
  private struct Unreachable: Error, CustomStringConvertible {
    var description: String { "no connection" }
  }

  @Test func aReportIsASentence() async throws {
    let (graph, steps) = try OperationGraph.build("launch") { graph in
      let config = graph.add("settings") { throw Unreachable() }
      let page = graph.add("page", after: config) {}
      graph.add("caches") {}
      return [config, page]
    }
    let report = try await graph.attempt()
    #expect(
      report.description == "Graph “launch”: 1 of 3 steps succeeded, 1 failed (“settings” with: "
        + "no connection), 1 were cancelled.")
    #expect(report.outcome(of: steps[0]).description == "It failed with: no connection.")
    #expect(
      report.outcome(of: steps[1]).description
        == "It was cancelled: a step that it requires failed.")
    let good = try await OperationGraph { $0.add {} }.attempt()
    #expect(good.description == "The graph: 1 of 1 steps succeeded.")
    #expect(good.steps[0].outcome.description == "It succeeded.")
  }
}
