// A launch as a graph: the first screen waits only for what it needs.
// snippet.hide
import Foundation
import StagecraftGraphs
import StagecraftOperations

func startCollector() { print("collector") }
func configureNetwork() async throws { print("network") }
func warmCaches() async throws { print("caches") }
@MainActor func showLaunchPage() { print("launch page") }
@MainActor func showContentPage() { print("content page") }
func reportLaunch() { print("report") }
func readIndex() throws { print("index") }
func openDatabase() throws { print("database") }

func build() async throws {
  // snippet.show
  let launch = try OperationGraph("launch") { graph in
    let collector = graph.add("collector") { startCollector() }
    let network = graph.add("network", after: collector) { try await configureNetwork() }
    let page = graph.add("launch page", on: .main, after: collector) { @MainActor in
      showLaunchPage()
    }
    graph.add("report", following: network, page) { reportLaunch() }
  }
  try await launch.run()
  // snippet.hide

  // snippet.show
  do {
    try await launch.run()
  } catch let error as OperationGraphError where error.code == .stepFailed {
    print("\(error.steps) failed: \(error.underlying!)")
  }
  // snippet.hide

  // snippet.show
  print(launch.trace.mermaid())
  // snippet.hide

  _ = try OperationGraph("expected") { graph in
    let settings = graph.add("settings") { print("settings") }
    // snippet.show
    graph.add("database", after: settings, expected: .milliseconds(16)) { try openDatabase() }
    // snippet.hide
  }

  let measured = Array(repeating: Duration.milliseconds(20), count: launch.count)
  // snippet.show
  let plan = launch.trace(durations: measured)
  print(plan.lowerBound(cores: 2), plan.simulated(cores: 2))
  // snippet.hide

  // snippet.show
  var options = OperationGraph.RunOptions()
  options.recordsTrace = true
  let report = try await launch.attempt(options)
  print(report.trace.summary)
  // snippet.hide
  try await draw(report)
}

func draw(_ report: OperationGraph.Report) async throws {
  // snippet.show
  let trace = report.trace
  print(trace.summary)
  for row in trace.rows(width: 80) { print(row) }
  try trace.chromeJSON().write(toFile: "launch.json", atomically: true, encoding: .utf8)
  // snippet.hide
  try FileManager.default.removeItem(atPath: "launch.json")
}

func firstScreen() async throws {
  // snippet.show
  let (launch, firstScreen) = try OperationGraph.build("launch") { graph in
    let collector = graph.add("collector") { startCollector() }
    let page = graph.add("launch page", after: collector) { @MainActor in showLaunchPage() }
    graph.add("caches", after: collector) { try await warmCaches() }
    return graph.milestone("first screen", after: page)
  }
  // snippet.hide

  // snippet.show
  let run = try await launch.run(until: firstScreen)
  print("The first screen is there; the caches may not be.")
  try await run.finish()
  // snippet.hide

  // snippet.show
  try await launch.run(until: firstScreen) {
    await showContentPage()  // alongside the rest of the launch
  }
  // snippet.hide
}

@MainActor func blockingLaunch() throws {
  // snippet.show
  let (launch, firstScreen) = try OperationGraph.build("launch") { graph in
    let index = graph.add("index", on: .thread) { try readIndex() }
    let page = graph.add("launch page", after: index) { @MainActor in showLaunchPage() }
    return graph.milestone("first screen", after: page, blocksMain: true)
  }
  try launch.runBlocking(until: firstScreen, deadline: .seconds(5))
  // snippet.hide
}

func refused() {
  // snippet.show
  do {
    _ = try OperationGraph("launch") { graph in
      let network = graph.add("network") {}
      let data = graph.add("user data", after: network) {}
      graph.connect(network, after: data)
    }
  } catch {
    print(error)  // it names “network” and “user data”
  }
  // snippet.hide
}

func loadCover(_ book: Int) async throws { print("cover \(book)") }

func covers(_ books: [Int]) async throws {
  // snippet.show
  let covers = try OperationGraph("covers") { graph in
    for book in books { graph.add { try await loadCover(book) } }
  }
  var options = OperationGraph.RunOptions()
  options.maximumAsynchronousSteps = 8
  let report = try await covers.attempt(options)
  // snippet.hide
  print(report)
}

func numbered() async throws {
  // snippet.show
  let rows = try OperationGraph("rows", count: 3, edges: [(0, 1), (1, 2)])
  try await rows.run { row in print("row \(row)") }
  // snippet.hide
}

try await build()
try await firstScreen()
try await covers([1, 2, 3])
try await MainActor.run { try blockingLaunch() }
refused()
try await numbered()
