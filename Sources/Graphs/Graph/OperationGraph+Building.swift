extension OperationGraph {
  /// Builds a graph and returns it with the result of `build`, such as its milestones or steps.
  ///
  /// ```swift
  /// let (launch, firstScreen) = try OperationGraph.build("launch") { graph in
  ///   let collector = graph.add("collector") { startCollector() }
  ///   let page = graph.add("launch page", after: collector) { @MainActor in showLaunchPage() }
  ///   graph.add("caches", after: collector) { try await warmCaches() }
  ///   return graph.milestone("first screen", after: page)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name used in errors and reports.
  ///   - steps: The number of steps to reserve space for.
  ///   - edges: The number of edges to reserve space for.
  ///   - build: Adds the steps. It is called once, before this method returns.
  /// - Returns: The graph, and the value that `build` returned.
  /// - Throws: ``OperationGraphError/cycle``, ``OperationGraphError/wouldDeadlock``.
  public static func build<Points>(
    _ name: String = "", steps: Int = 0, edges: Int = 0, build: (inout Builder) -> Points
  ) throws(OperationGraphError) -> (graph: OperationGraph, points: Points) {
    var points: Points?
    let graph = try OperationGraph(name, steps: steps, edges: edges) { builder in
      points = build(&builder)
    }
    guard let points else { preconditionFailure("A graph was made without being built.") }
    return (graph, points)
  }
}
