internal import StagecraftGraphs
internal import StagecraftOperations

/// A launch as a graph.
struct StagecraftLaunch: Sendable {
  private let graph: OperationGraph

  init(_ plan: LaunchPlan, _ steps: BusySteps) throws {
    graph = try OperationGraph("launch") { builder in
      var nodes: [OperationGraph.Node] = []
      for (number, step) in plan.steps.enumerated() {
        let node =
          if step.isOnMain {
            builder.add(step.name, on: .main) { @MainActor in steps.perform(number) }
          } else {
            builder.add(step.name) { steps.perform(number) }
          }
        for before in plan.predecessors[number] { builder.connect(node, after: nodes[before]) }
        nodes.append(node)
      }
    }
  }

  func run() async throws {
    try await graph.run(workers: 2)
  }
}
