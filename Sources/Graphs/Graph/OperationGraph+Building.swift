extension OperationGraph {
  /// A graph, and what `build` returns: its milestones, or steps to ask about later.
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
  ///   - name: what errors and reports call it.
  ///   - steps: how many steps to make room for.
  ///   - edges: how many edges to make room for.
  ///   - build: adds the steps; it is called at once, and once.
  /// - Returns: the graph, and what `build` returned.
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
