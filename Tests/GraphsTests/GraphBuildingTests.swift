import StagecraftGraphs
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct GraphBuildingTests {
  @Test func aCycleIsRefusedAndListsItsStepsInOrder() {
    let error = #expect(throws: OperationGraphError.self) {
      try OperationGraph("launch") { graph in
        let start = graph.add("start") {}
        let network = graph.add("network", after: start) {}
        let session = graph.add("session", after: network) {}
        let user = graph.add("user", following: session) {}
        graph.add("page", after: user) {}
        graph.connect(network, after: user)
      }
    }
    #expect(error == .cycle)
    #expect(error?.steps == ["network", "session", "user"])
    #expect(
      error?.description
        == "Graph “launch”: the steps form a cycle: "
        + "“network” → “session” → “user” → “network”.")
  }

  @Test func aStepThatWaitsForItselfIsACycle() {
    let error = #expect(throws: OperationGraphError.self) {
      try OperationGraph(count: 3, edges: [(0, 1), (1, 1), (1, 2)])
    }
    #expect(error?.steps == ["step 1"])
  }

  /// Every graph of four steps with any set of edges: refused exactly if it has a cycle, and then
  /// the steps that it lists are one.
  @Test func exactlyTheGraphsWithACycleAreRefused() throws {
    let pairs = (0..<4).flatMap { from in (0..<4).filter { $0 != from }.map { (from, $0) } }
    for code in 0..<(1 << pairs.count) {
      let edges = pairs.indices.filter { code & 1 << $0 != 0 }.map { pairs[$0] }
      var remaining = Set(0..<4)
      while let free = remaining.first(where: { node in
        !edges.contains { $0.1 == node && remaining.contains($0.0) }
      }) {
        remaining.remove(free)
      }
      do throws(OperationGraphError) {
        _ = try OperationGraph(count: 4, edges: edges)
        guard remaining.isEmpty else {
          Issue.record("Not refused: \(edges)")
          return
        }
      } catch {
        let steps = error.steps.map { Int($0.dropFirst(5))! }
        let follows = zip(steps, steps.dropFirst() + steps.prefix(1)).allSatisfy { from, to in
          edges.contains { $0 == (from, to) }
        }
        guard !remaining.isEmpty, !steps.isEmpty, follows, Set(steps).count == steps.count else {
          Issue.record("Wrongly refused: \(edges), \(steps)")
          return
        }
      }
    }
  }

  @Test func anAsynchronousMainStepBeforeABlockingMilestoneIsRefused() throws {
    let error = #expect(throws: OperationGraphError.self) {
      try OperationGraph("launch") { graph in
        let theme = graph.add("theme") { @MainActor in await Task.yield() }
        let page = graph.add("page", after: theme) { @MainActor in }
        _ = graph.milestone("first screen", after: page, blocksMain: true)
      }
    }
    #expect(error == .wouldDeadlock)
    #expect(error?.steps == ["theme"])
    #expect(error?.milestone == "first screen")
    // It is allowed if the milestone does not block, or precedes it.
    _ = try OperationGraph("launch") { graph in
      let page = graph.add("page") { @MainActor in }
      let first = graph.milestone("first screen", after: page, blocksMain: true)
      let theme = graph.add("theme", after: first.node) { @MainActor in await Task.yield() }
      _ = graph.milestone("themed", after: theme)
    }
  }

  @Test func aStepOfAnotherBuilderTraps() async {
    await #expect(processExitsWith: .failure) {
      var foreign: OperationGraph.Node?
      _ = try OperationGraph { graph in foreign = graph.add {} }
      _ = try OperationGraph { graph in _ = graph.add(after: foreign!) {} }
    }
  }

  @Test func namesAndCountsAreKept() throws {
    var nodes: [OperationGraph.Node] = []
    let graph = try OperationGraph("launch") { graph in
      nodes.append(graph.add {})
      nodes.append(graph.add("network", after: nodes[0]) {})
      nodes.append(graph.add(after: nodes[0], nodes[1]) {})
    }
    #expect(graph.name == "launch")
    #expect(graph.count == 3)
    #expect(graph.edgeCount == 3)
    #expect(nodes.map { graph.name(of: $0) } == ["step 0", "network", "step 2"])
  }

  @Test func buildReturnsTheGraphAndItsMilestone() async throws {
    let (launch, firstScreen) = try OperationGraph.build("launch") { graph in
      let page = graph.add("page") {}
      graph.add("caches", after: page) {}
      return graph.milestone("first screen", after: page)
    }
    #expect(launch.name == "launch")
    #expect(launch.name(of: firstScreen.node) == "first screen")
    try await launch.run(until: firstScreen).finish()
  }

  @Test func buildRefusesACycle() {
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
