// A launch in which the first screen waits only for what it needs.
import Stagecraft

// snippet.hide
func loadSettings() async throws { print("The settings are loaded.") }
func warmCaches() async throws { print("The caches are warm.") }
@MainActor func showFirstPage() { print("The first page is shown.") }

func start() async throws {
  // snippet.show
  let (launch, firstScreen) = try OperationGraph.build("launch") { graph in
    let settings = graph.add("settings") { try await loadSettings() }
    let page = graph.add("first page", after: settings) { @MainActor in showFirstPage() }
    graph.add("caches", after: settings) { try await warmCaches() }
    return graph.milestone("first screen", after: page)
  }
  let run = try await launch.run(until: firstScreen)  // the caches may still be loading
  // snippet.hide
  try await run.finish()
}

try await start()
