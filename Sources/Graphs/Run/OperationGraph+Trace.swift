internal import StageFloor
public import StagecraftTraces

extension OperationGraph {
  /// The graph as a trace without times, for drawing.
  ///
  /// ```swift
  /// print(launch.trace.mermaid())
  /// ```
  public var trace: OperationTrace { trace { _, _ in } }

  /// The graph as a Mermaid flowchart.
  public func mermaid() -> String { trace.mermaid() }

  /// The graph in the Graphviz language.
  public func graphviz() -> String { trace.graphviz() }

  /// Returns the graph as a trace with the given durations, to analyse its schedule.
  ///
  /// ```swift
  /// let plan = launch.trace(durations: measured)
  /// print(plan.lowerBound(cores: 2), plan.simulated(cores: 2))
  /// ```
  ///
  /// - Parameter durations: One duration for each step, in the order in which the steps were added.
  /// - Returns: A trace that contains how long steps took, but not when they started.
  public func trace(durations: [Duration]) -> OperationTrace {
    require(
      durations.count == count,
      "\(durations.count) durations were given for a graph of \(count) steps.")
    return trace { node, index in
      node.attempts = [OperationTrace.Attempt(started: .zero, ended: durations[index])]
    }
  }

  private func trace(_ fill: (inout OperationTrace.Node, Int) -> Void) -> OperationTrace {
    var nodes = store.traceNodes()
    for index in nodes.indices { fill(&nodes[index], index) }
    return OperationTrace(name: name, nodes: nodes)
  }
}

extension OperationGraph.Report {
  /// What happened to each step, for drawing, printing and analysis.
  ///
  /// A run that did not record (``OperationGraph/RunOptions/recordsTrace``) has no times, only the
  /// outcome of each step.
  public var trace: OperationTrace {
    var nodes = store.traceNodes()
    for (index, step) in steps.enumerated() {
      (nodes[index].ending, nodes[index].reason) =
        switch step.outcome {
        case .succeeded: (.succeeded, nil)
        case .failed(let error): (.failed, "\(error)")
        case .cancelled(.runCancelled): (.cancelled, "the run was cancelled")
        case .cancelled(.requirementFailed(let cause)):
          (.cancelled, "“\(store.name(of: Int(cause.index)))” failed")
        }
    }
    if let times { fill(&nodes, times) }
    return OperationTrace(name: store.name, nodes: nodes)
  }

  private func fill(_ nodes: inout [OperationTrace.Node], _ times: [OperationGraph.StepTimes]) {
    for index in nodes.indices where times[index].end > 0 {
      nodes[index].submitted = .zero
      nodes[index].started = .nanoseconds(times[index].start)
      nodes[index].ended = .nanoseconds(times[index].end)
      nodes[index].track = Int(Swift.max(times[index].worker, 0))
    }
    let byStart = nodes.indices.filter { times[$0].end > 0 }
      .sorted { times[$0].start < times[$1].start }
    var latest: [Int32: Int] = [:]
    for index in byStart {
      let last = nodes[index].dependencies.max { times[$0.id].end < times[$1.id].end }
      let ready = last.map { times[$0.id].end } ?? 0
      nodes[index].ready = .nanoseconds(ready)
      if let last { nodes[index].blocker = .dependency(last.id) }
      let worker = times[index].worker
      // The step was ready while another step still ran on the same worker.
      if worker != -2, let before = latest[worker], times[before].end > ready {
        nodes[index].blocker = .width(freedBy: before)
      }
      latest[worker] = index
    }
  }
}

extension GraphStore {
  func traceNodes() -> [OperationTrace.Node] {
    let upstreams = upstreams()
    return (0..<count).map { index in
      let kind = nodes[index].kind
      let lane =
        switch kind {
        case .main, .mainAsynchronous: "main"
        case .thread: "thread"
        case .plain, .asynchronous, .nonisolated, .milestone, .indexed: "compute"
        }
      return OperationTrace.Node(
        id: index, name: name(of: index), lane: lane,
        occupiesCore: !(kind == .thread || kind.holdsAsynchronousBody),
        dependencies: upstreams[index].map { upstream in
          OperationTrace.Dependency(
            on: upstream.index, upstream.isOrderOnly ? .follows : .requires)
        })
    }
  }
}
