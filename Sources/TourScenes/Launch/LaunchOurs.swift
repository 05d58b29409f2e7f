internal import Foundation
internal import Stagecraft

extension LaunchScene {
  /// Some dependencies that are easily forgotten.
  static let forgettableDependencies = [
    ("image collection", "image caches"), ("image collection", "network configuration"),
    ("network configuration", "user data"), ("launch page", "content page"),
  ]

  /// Runs the tasks as a graph, until the first screen and then to the end.
  func runGraph(
    _ live: LiveTrack = LiveTrack(), failing name: String? = nil
  ) async throws -> (report: LaunchReport, trace: OperationTrace, failed: [String]) {
    let log = LaunchLog(live)
    var screen: OperationGraph.Milestone?
    let graph = try OperationGraph("launch", steps: tasks.count + 1) { builder in
      var nodes: [String: OperationGraph.Node] = [:]
      for task in tasks {
        let lane: OperationGraph.Lane = task.kind == .main ? .main : .compute
        let node =
          task.kind == .waiting
          ? builder.add(task.name, expected: task.duration) { try await log.wait(task) }
          : builder.add(task.name, on: lane, expected: task.duration) {
            try log.work(task, failing: name)
          }
        for needed in task.needs { builder.connect(node, after: nodes[needed]!) }
        nodes[task.name] = node
      }
      screen = builder.milestone("first screen", after: nodes[LaunchTask.firstScreen]!)
    }
    var options = OperationGraph.RunOptions()
    options.workers = cores
    options.recordsTrace = true
    let run = try await graph.run(until: screen!, options)
    let report = await run.report()
    return (log.report, report.trace, report.failedSteps)
  }

  func playGraph(_ narrator: Narrator) async throws -> LaunchReport {
    narrator.chapter("Ours: an OperationGraph of the tasks and their needs")
    let start = narrator.now
    // The trace that follows shows the same.
    let (report, trace, failed) = try await narrator.live("tasks of the graph", isKept: false) {
      try await runGraph($0)
    }
    narrator.record(trace, as: "graph", startedAt: start)
    narrator.show(trace.rows(width: narrator.width - 2).map(\.trimmingTrailingSpaces))
    narrator.say(trace.summary)
    narrator.promise(
      "All \(tasks.dependencies) dependencies are kept, as recorded by the tasks themselves.",
      isKept: report.missed.isEmpty && report.ended.count == tasks.count && failed.isEmpty)
    let forgettable = Self.forgettableDependencies.map { "\($0.0) before \($0.1)" }
    narrator.promise(
      "Among them: \(forgettable.joined(separator: ", ")).",
      isKept: Self.forgettableDependencies.allSatisfy { report.keeps($0.0, before: $0.1) })
    narrator.promise(
      "The first screen does not wait for the rest.", isKept: report.firstScreen < report.total)
    let json = Data(trace.chromeJSON().utf8)
    do {
      try json.write(to: URL(fileURLWithPath: traceFile))
      narrator.quote("The trace, for ui.perfetto.dev: \(traceFile)")
    } catch {
      narrator.quote("The trace cannot be written to \(traceFile): \(error.localizedDescription)")
    }
    let object = try JSONSerialization.jsonObject(with: json) as? [String: Any]
    let events = object?["traceEvents"] as? [[String: Any]] ?? []
    let bars = events.count { $0["ph"] as? String == "X" }
    narrator.promise(
      "It is a Chrome trace with a bar for each task: \(bars).", isKept: bars >= tasks.count)
    return report
  }

  func playFailure(_ narrator: Narrator) async throws {
    narrator.chapter("A task fails")
    let (report, _, failed) = try await runGraph(failing: LaunchTask.failing)
    let missing = tasks.map(\.name).filter { report.began[$0] == nil }
    narrator.promise(
      "The error collector was started first, and received the error of “\(LaunchTask.failing)”.",
      isKept: report.began.min { $0.value < $1.value }?.key == LaunchTask.collector
        && report.collectedErrors == [LaunchTask.failing] && failed == [LaunchTask.failing])
    narrator.promise(
      "Only the tasks that need it were not started: \(missing.joined(separator: ", ")).",
      isKept: missing == ["suggestions"] && report.ended[LaunchTask.firstScreen] != nil)
  }
}
