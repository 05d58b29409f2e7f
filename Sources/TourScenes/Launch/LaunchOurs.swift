internal import Foundation
internal import Stagecraft

extension LaunchScene {
  /// Some edges that are easily forgotten.
  static let famousEdges = [
    ("image collection", "image caches"), ("image collection", "network configuration"),
    ("network configuration", "user data"), ("launch page", "content page"),
  ]

  /// Runs the tasks as a graph, until the first screen and then to the end.
  func runGraph(
    failing broken: String? = nil
  ) async throws -> (report: LaunchReport, trace: OperationTrace, failed: [String]) {
    let log = LaunchLog()
    var screen: OperationGraph.Milestone?
    let graph = try OperationGraph("launch", steps: tasks.count + 1) { builder in
      var nodes: [String: OperationGraph.Node] = [:]
      for task in tasks {
        let node =
          switch task.kind {
          case .main:
            builder.add(task.name, on: .main, expected: task.duration) {
              try log.work(task, failing: broken)
            }
          case .busy:
            builder.add(task.name, expected: task.duration) {
              try log.work(task, failing: broken)
            }
          case .waits:
            builder.add(task.name, expected: task.duration) { try await log.wait(task) }
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
    narrator.chapter("Ours: an OperationGraph of what needs what")
    let (report, trace, failed) = try await runGraph()
    narrator.show(trace.rows(width: Narrator.width - 2).map(\.trimmingTrailingSpaces))
    narrator.say(trace.summary)
    narrator.promise(
      "All \(tasks.edges) edges are kept, as the tasks noted.",
      isKept: report.missed.isEmpty && report.ended.count == tasks.count && failed.isEmpty)
    let famous = Self.famousEdges.map { "\($0.0) before \($0.1)" }.joined(separator: ", ")
    narrator.promise(
      "Among them: \(famous).",
      isKept: Self.famousEdges.allSatisfy { trace.starts($0.0, before: $0.1) })
    narrator.promise(
      "The first screen does not wait for the rest.", isKept: report.firstScreen < report.total)
    let url = FileManager.default.temporaryDirectory.appending(path: "stagecraft-launch.json")
    try Data(trace.chromeJSON().utf8).write(to: url)
    let content = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    let events = (content as? [String: Any])?["traceEvents"] ?? content
    let kinds = (events as? [[String: Any]])?.map { $0["ph"] as? String } ?? []
    let bars = kinds.count { $0 == "X" || $0 == "B" }
    narrator.show("The trace, for ui.perfetto.dev: \(url.path)")
    narrator.promise(
      "It is a Chrome trace with a bar for each task: \(bars).", isKept: bars >= tasks.count)
    return report
  }

  /// A task fails.
  func playFailure(_ narrator: Narrator) async throws {
    narrator.chapter("A task fails")
    let (report, _, failed) = try await runGraph(failing: LaunchTask.broken)
    let missing = tasks.map(\.name).filter { report.began[$0] == nil }
    narrator.promise(
      "The collector was started first, and received the error of “\(LaunchTask.broken)”.",
      isKept: report.first == LaunchTask.collector && report.lostErrors == 0
        && report.errors == [LaunchTask.broken] && failed == [LaunchTask.broken])
    narrator.promise(
      "Only what needs it was not started: \(missing.joined(separator: ", ")).",
      isKept: missing == ["suggestions"] && report.ended[LaunchTask.firstScreen] != nil)
  }
}
