// A launch that begins early; a scene shows its first screen.
// snippet.hide
import StagecraftGraphs
import StagecraftOperations
import StagecraftUIKit

@Sendable func openCatalogue() throws {}

@Sendable func warmCovers() async throws {}

@MainActor
func launching() async throws {
  // snippet.show
  let (graph, firstScreen) = try OperationGraph.build("launch") { graph in
    let catalogue = graph.add("catalogue") { try openCatalogue() }
    graph.add("covers", after: catalogue) { try await warmCovers() }
    return graph.milestone("first screen", after: catalogue)
  }
  let launch = AppLaunch(graph, until: firstScreen)

  launch.begin()  // as early as possible
  try await launch.reachFirstScreen()
  // snippet.hide
}
