internal import Stagecraft

/// Ours: a graph of what needs what.
struct LaunchGraph: Sendable {
  /// How a launch went, and what the graph itself wrote down.
  struct Outcome: Sendable {
    let report: LaunchReport
    let trace: OperationTrace
    let failed: [String]
  }

  let tasks: [LaunchTask]
  let cores: Int
  /// The task that fails.
  var broken: String?

  func run() async throws -> Outcome {
    let log = LaunchLog()
    var screen: OperationGraph.Milestone?
    let graph = try OperationGraph("launch", steps: tasks.count + 1) { builder in
      var nodes: [String: OperationGraph.Node] = [:]
      for task in tasks {
        let node = add(task, to: &builder, log)
        for needed in task.needs {
          if let upstream = nodes[needed] { builder.connect(upstream, to: node) }
        }
        nodes[task.name] = node
      }
      if let page = nodes[LaunchPlan.firstScreen] {
        screen = builder.milestone("first screen", after: page)
      }
    }
    guard let screen else { preconditionFailure("The launch has a first screen.") }
    var options = OperationGraph.RunOptions()
    options.workers = cores
    options.isRecording = true
    let run = try await graph.run(until: screen, options)
    let report = await run.report()
    return Outcome(report: log.report, trace: report.trace, failed: report.failedSteps)
  }

  private func add(
    _ task: LaunchTask, to builder: inout OperationGraph.Builder, _ log: LaunchLog
  ) -> OperationGraph.Node {
    let broken = broken
    switch task.kind {
    case .main:
      return builder.add(task.name, on: .main, expected: task.duration) {
        try log.watch(task) { try task.work(failing: broken) }
      }
    case .busy:
      return builder.add(task.name, expected: task.duration) {
        try log.watch(task) { try task.work(failing: broken) }
      }
    case .waits:
      return builder.add(task.name, expected: task.duration) {
        log.begin(task)
        defer { log.end(task) }
        try await Task.sleep(for: task.duration)
      }
    }
  }
}
