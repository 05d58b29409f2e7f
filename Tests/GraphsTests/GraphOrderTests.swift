import StagecraftGraphs
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct GraphOrderTests {
  enum Style: CaseIterable { case synchronous, asynchronous, suspending, mixed }

  @Test(arguments: Style.allCases, [1, 2, 4])
  func everyEdgeHoldsInRandomGraphs(style: Style, workers: Int) async throws {
    for seed in UInt64(0)..<40 {
      var generator = SeededGenerator(seed: seed)
      let shape = GraphShape.random(&generator)
      let tally = GraphTally(count: shape.count, edges: shape.edges)
      let graph = try OperationGraph { graph in
        var nodes: [OperationGraph.Node] = []
        for index in 0..<shape.count {
          nodes.append(Self.add(index, style, tally, to: &graph, &generator))
        }
        for (edge, isOrderOnly) in zip(shape.edges, shape.orderOnly) {
          if isOrderOnly {
            graph.connect(nodes[edge.1], following: nodes[edge.0])
          } else {
            graph.connect(nodes[edge.1], after: nodes[edge.0])
          }
        }
      }
      for run in 1...5 {
        try await graph.run(workers: workers)
        #expect(tally.counts == Array(repeating: run, count: shape.count), "\(generator)")
        #expect(tally.violations.isEmpty, "\(generator)")
      }
    }
  }

  private static func add(
    _ index: Int, _ style: Style, _ tally: GraphTally, to graph: inout OperationGraph.Builder,
    _ generator: inout SeededGenerator
  ) -> OperationGraph.Node {
    let choice =
      switch style {
      case .synchronous: 0
      case .asynchronous: 1
      case .suspending: 2
      case .mixed: Int.random(in: 0..<7, using: &generator)
      }
    switch choice {
    case 1:
      return graph.add {
        await nothing()
        tally.step(index)
      }
    case 2:
      return graph.add {
        tally.begin(index)
        await Task.yield()
        tally.end(index)
      }
    case 3:
      return graph.add { @MainActor in tally.step(index) }
    case 4:
      return graph.add { @MainActor in
        tally.begin(index)
        await Task.yield()
        tally.end(index)
      }
    case 5:
      return graph.add(on: .thread) { tally.step(index) }
    case 6:
      return graph.add(nonisolated: {
        tally.begin(index)
        await Task.yield()
        tally.end(index)
      })
    default:
      return graph.add { tally.step(index) }
    }
  }

  private static func nothing() async {}

  @Test(arguments: [1, 2, 4])
  func numberedStepsRunOneClosure(workers: Int) async throws {
    for seed in UInt64(0)..<40 {
      var generator = SeededGenerator(seed: seed)
      let shape = GraphShape.random(&generator)
      let tally = GraphTally(count: shape.count, edges: shape.edges)
      let graph = try OperationGraph(count: shape.count, edges: shape.edges)
      for run in 1...5 {
        try await graph.run(workers: workers) { tally.step($0) }
        #expect(tally.counts == Array(repeating: run, count: shape.count), "\(generator)")
        #expect(tally.violations.isEmpty, "\(generator)")
      }
    }
  }

  @Test func anEmptyGraphRuns() async throws {
    let graph = try OperationGraph { _ in }
    let report = try await graph.run()
    #expect(report.isSuccess)
    #expect(report.steps.isEmpty)
  }
}
