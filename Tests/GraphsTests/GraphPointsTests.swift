import StagecraftGraphs
import Testing

@Suite("What a builder hands out", .timeLimit(.minutes(3)))
struct GraphPointsTests {
  @Test func theGraphComesWithItsMilestone() async throws {
    let (launch, firstScreen) = try OperationGraph.build("launch") { graph in
      let page = graph.add("page") {}
      graph.add("caches", after: page) {}
      return graph.milestone("first screen", after: page)
    }
    #expect(launch.name == "launch")
    #expect(launch.name(of: firstScreen.node) == "first screen")
    try await launch.run(until: firstScreen).finish()
  }

  @Test func aCircleIsRefusedAsInTheInitialiser() {
    #expect(throws: OperationGraphError.cycle) {
      try OperationGraph.build { graph in
        let first = graph.add("first") {}
        let second = graph.add("second", after: first) {}
        graph.connect(first, after: second)
        return second
      }
    }
  }
}
