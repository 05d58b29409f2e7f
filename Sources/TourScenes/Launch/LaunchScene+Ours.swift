internal import Stagecraft

extension LaunchScene {
  /// The edges of which the textbook speaks.
  static let famousEdges = [
    ("image collection", "image caches"), ("image collection", "network configuration"),
    ("network configuration", "user data"), ("launch page", "content page"),
  ]

  /// As a graph.
  @MainActor
  func playGraph(_ narrator: Narrator) async throws -> LaunchReport {
    narrator.chapter("Ours: an OperationGraph of what needs what")
    narrator.show([
      "let page = graph.add(\"launch page\", on: .main, after: window, theme, fonts) { … }",
      "let screen = graph.milestone(\"first screen\", after: page)",
      "let run = try await launch.run(until: screen)   // the rest goes on",
    ])
    let outcome = try await LaunchGraph(tasks: tasks, cores: cores).run()
    narrator.show(outcome.trace.rows(width: Narrator.width - 2).map(\.trimmingTrailingSpaces))
    narrator.say(outcome.trace.summary)
    narrator.promise(
      "All \(tasks.edges) edges were kept, as the tasks themselves noted.",
      isKept: outcome.report.missed.isEmpty && outcome.report.done.count == tasks.count)
    let famous = Self.famousEdges.map { "\($0.0) before \($0.1)" }.joined(separator: ", ")
    narrator.promise(
      "So the textbook's: \(famous).",
      isKept: Self.famousEdges.allSatisfy { outcome.trace.starts($0.0, before: $0.1) })
    narrator.promise(
      "The first screen did not wait for the rest.",
      isKept: outcome.report.firstScreen ?? .seconds(9) < outcome.report.total)
    try writeTrace(of: outcome, narrator)
    return outcome.report
  }

  @MainActor
  private func writeTrace(of outcome: LaunchGraph.Outcome, _ narrator: Narrator) throws {
    let file = try TraceFile(outcome.trace.chromeJSON(), named: "stagecraft-launch.json")
    narrator.show("The trace, for ui.perfetto.dev:")
    narrator.show(file.path)
    narrator.promise(
      "The file is a Chrome trace with a bar for each task: \(file.bars ?? 0).",
      isKept: file.bars ?? 0 >= tasks.count)
  }

  /// A task fails.
  @MainActor
  func playFailure(_ narrator: Narrator) async throws {
    narrator.chapter("A task fails")
    let outcome = try await LaunchGraph(tasks: tasks, cores: cores, broken: LaunchPlan.broken).run()
    let report = outcome.report
    narrator.show(report.errors.map { "the collector was told of “\($0.task)”: \($0.error)" })
    let missing = tasks.map(\.name).filter { !report.done.contains($0) }
    narrator.show("not begun: \(missing.joined(separator: ", "))")
    narrator.promise(
      "The collector was started first, and so it was told of the failure.",
      isKept: report.first == LaunchPlan.collector && report.lostErrors == 0
        && report.errors.map(\.task) == [LaunchPlan.broken]
        && outcome.failed == [LaunchPlan.broken])
    narrator.promise(
      "Only what needs the failed task was not begun; the first screen stood.",
      isKept: missing == ["suggestions"] && report.firstScreen != nil)
  }
}
