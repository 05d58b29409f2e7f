/// Thirty tasks at launch, and a first screen that does not wait for all of them.
struct LaunchScene: Scene {
  let name = "launch"
  let summary = "thirty launch tasks: in a row, by priority, as a graph"

  let tasks = LaunchPlan.tasks
  let cores = 2

  func play(_ narrator: Narrator) async throws {
    let row = try await playInARow(narrator)
    let priority = try await playByPriority(narrator)
    let graph = try await playGraph(narrator)
    try await playFailure(narrator)
    compare(narrator, row, priority, graph)
  }

  @MainActor
  private func compare(
    _ narrator: Narrator, _ row: LaunchReport, _ priority: LaunchReport, _ graph: LaunchReport
  ) {
    narrator.chapter("What this shows")
    let bound = LaunchBound(of: tasks, cores: cores)
    var table = Table(
      "\(tasks.count) tasks, \(cores) cores", "first screen", "of the bound", "total",
      "of the bound", "edges not kept")
    for (name, report) in [("in a row", row), ("by priority", priority), ("graph", graph)] {
      let screen = report.firstScreen ?? .zero
      table.add(
        name, screen.reading, (screen / bound.firstScreen).times, report.total.reading,
        (report.total / bound.total).times, "\(report.missed.count)")
    }
    table.add(
      "list scheduling", "", "", bound.listScheduled.reading,
      (bound.listScheduled / bound.total).times, "0")
    table.add("lower bound", bound.firstScreen.reading, "", bound.total.reading, "", "")
    narrator.show(table)
    narrator.promise(
      "With the graph the first screen stood, and all was done, before it was in a row.",
      isKept: graph.total < row.total
        && graph.firstScreen ?? .seconds(9) < row.firstScreen ?? .zero)
    narrator.promise(
      "Nothing beats the bound: no launch that kept all edges was faster.",
      isKept: [row, graph].allSatisfy {
        $0.total >= bound.total && $0.firstScreen ?? .zero >= bound.firstScreen
      })
    narrator.say(
      """
      The bound is the longest chain of tasks that need each other, or all the work shared by \
      \(cores) cores, or the work of the main thread, whichever takes longest. Whoever adds a task \
      says what it needs, and no one has to find the right line in a long list for it.
      """)
  }
}
