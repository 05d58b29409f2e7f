import StagecraftGraphs
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct GraphLifetimeTests {
  @Test func bodiesAreReleasedWithTheGraph() async throws {
    let tracker = LifetimeTracker()
    for workers in [1, 2, 4] {
      for round in 0..<20 {
        do {
          let graph = try Self.graph(tracker, steps: 30)
          for _ in 0..<round % 3 { try await graph.run(workers: workers) }
          #expect(tracker.alive == 30)
        }
        // A helper of the last run may still be finishing.
        await tracker.allEnded()
      }
    }
  }

  @Test func bodiesOfARefusedGraphAreReleased() {
    let tracker = LifetimeTracker()
    #expect(throws: OperationGraphError.cycle) {
      try OperationGraph { graph in
        let object = tracker.make()
        let first = graph.add { _ = object }
        let second = graph.add(after: first) { _ = object }
        graph.connect(first, after: second)
      }
    }
    #expect(tracker.alive == 0)
  }

  @Test func errorsAreReleasedWithTheReport() async throws {
    struct Boom: Error { var object: Tracked }
    let tracker = LifetimeTracker()
    let graph = try OperationGraph { graph in
      graph.add { throw Boom(object: tracker.make()) }
      graph.add {
        await Task.yield()
        throw Boom(object: tracker.make())
      }
    }
    do {
      let report = try await graph.attempt()
      #expect(report.failedSteps.count == 2)
      #expect(tracker.alive == 2)
    }
    await tracker.allEnded()
  }

  /// Building, running and releasing do not recurse.
  @Test(.onSeparateThread) func aChainOfAMillionStepsIsBuiltAndFreed() async throws {
    let tracker = LifetimeTracker()
    for isRun in [false, true] {
      do {
        let object = tracker.make()
        let graph = try OperationGraph { graph in
          var last = graph.add { _ = object }
          for _ in 1..<1_000_000 { last = graph.add(after: last) { _ = object } }
        }
        if isRun { try await graph.run() }
      }
      await tracker.allEnded()
    }
  }

  private static func graph(_ tracker: LifetimeTracker, steps: Int) throws -> OperationGraph {
    try OperationGraph { graph in
      var nodes: [OperationGraph.Node] = []
      for index in 0..<steps {
        let object = tracker.make()
        let node =
          switch index % 5 {
          case 0: graph.add { _ = object }
          case 1: graph.add { @MainActor in _ = object }
          case 2: graph.add(on: .thread) { _ = object }
          case 3: graph.add { @MainActor in await withObject(object) }
          default: graph.add { await withObject(object) }
          }
        if index > 2 { graph.connect(node, after: nodes[index / 2]) }
        nodes.append(node)
      }
    }
  }

  private static func withObject(_ object: Tracked) async { await Task.yield() }
}
