internal import Stagecraft

struct LaunchScene: Scene {
  let name = "launch"
  let summary = "thirty launch tasks: in a row, by priority, as a graph"
  var tasks = LaunchTask.all
  let cores = 2
  /// Where the trace is written: in the folder in which the command runs.
  var traceFile = "stagecraft-launch.json"

  func play(_ narrator: Narrator) async throws {
    var scene = self
    scene.tasks = tasks.map { $0.slowed(by: narrator.isWatched ? 3 : 1) }
    try await scene.playAll(narrator)
  }

  private func playAll(_ narrator: Narrator) async throws {
    let row = try await playInARow(narrator)
    let priority = try await playByPriority(narrator)
    let graph = try await playGraph(narrator)
    try await playFailure(narrator)
    narrator.chapter("What this shows")
    let bound = bound()
    func line(_ title: String, _ screen: Duration, _ total: Duration, _ broken: Int) -> [String] {
      [title, screen.reading, total.reading, (total / bound.total).times, "\(broken)"]
    }
    let launches = [("in a row", row), ("by priority", priority), ("graph", graph)]
    narrator.table(
      "\(tasks.count) tasks", "first screen", "total", "of the bound", "broken dependencies",
      rows: launches.map { line($0, $1.firstScreen, $1.total, $1.missed.count) }
        + [line("bound for \(cores) cores", bound.firstScreen, bound.total, 0)])
    narrator.promise(
      "With the graph, the first screen and the end come earlier than in a row.",
      isKept: graph.total < row.total && graph.firstScreen < row.firstScreen)
    narrator.promise(
      "No launch that keeps all dependencies is faster than the bound.",
      isKept: [row, graph].allSatisfy {
        $0.total >= bound.total && $0.firstScreen >= bound.firstScreen
      })
  }

  /// The shortest times that any schedule can reach.
  func bound(cores: Int = 2) -> (firstScreen: Duration, total: Duration) {
    let needed = tasks.needed(for: LaunchTask.firstScreen)
    let screen = tasks.filter { needed.contains($0.name) }.trace.lowerBound(cores: cores)
    return (screen, tasks.trace.lowerBound(cores: cores))
  }
}
