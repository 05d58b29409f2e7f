import StagecraftGraphs
import StagecraftOperations
import Synchronization
import Testing

@testable import StagecraftUIKit

@Suite(.timeLimit(.minutes(3)))
@MainActor
struct AppLaunchTests {
  struct NoCatalogue: Error {}

  @Test func aLaunchBeginsOnceAndEverySceneReachesTheFirstScreen() async throws {
    let runs = Atomic<Int>(0)
    let ends = Atomic<Int>(0)
    try await withLaunch { graph in
      let catalogue = graph.add("catalogue") { runs.add(1, ordering: .relaxed) }
      graph.add("covers", after: catalogue) { ends.add(1, ordering: .relaxed) }
      return graph.milestone("first screen", after: catalogue)
    } body: { launch in
      #expect(!launch.hasBegun)
      launch.begin()
      launch.begin()
      #expect(launch.hasBegun)
      async let one = launch.reachFirstScreen()
      async let other = launch.reachFirstScreen()
      _ = try await (one, other)
      let count = runs.load(ordering: .relaxed)
      #expect(count == 1)
      try await launch.reachFirstScreen().finish()
      let ended = ends.load(ordering: .relaxed)
      #expect(ended == 1)
    }
  }

  @Test func waitingBeginsTheLaunch() async throws {
    try await withLaunch { graph in
      graph.milestone("first screen", after: graph.add("page") { @MainActor in })
    } body: { launch in
      try await launch.reachFirstScreen().finish()
      #expect(launch.hasBegun)
    }
  }

  @Test func everySceneReceivesTheErrorOfAFailedLaunch() async throws {
    try await withLaunch { graph in
      graph.milestone("first screen", after: graph.add("catalogue") { throw NoCatalogue() })
    } body: { launch in
      for _ in 0..<2 {
        let error = await #expect(throws: OperationGraphError.self) {
          try await launch.reachFirstScreen()
        }
        #expect(error?.code == .stepFailed)
        #expect(error?.underlying is NoCatalogue)
      }
    }
  }

  @Test func waitForFirstScreenBlocksUntilTheFirstScreen() throws {
    let wasShown = Atomic<Bool>(false)
    let (graph, firstScreen) = try OperationGraph.build("launch") { graph in
      let catalogue = graph.add("catalogue") {}
      let page = graph.add("page", after: catalogue) { @MainActor in
        wasShown.store(true, ordering: .relaxed)
      }
      return graph.milestone("first screen", after: page, blocksMain: true)
    }
    let launch = AppLaunch(graph, until: firstScreen)
    #expect(launch.runAtFirstScreen == nil)
    try launch.waitForFirstScreen(deadline: .seconds(60))
    let isShown = wasShown.load(ordering: .relaxed)
    #expect(isShown)
    #expect(launch.runAtFirstScreen != nil)
  }

  #if os(Linux) || os(macOS)
  /// The message is also printed in release builds, unlike that of a precondition.
  @Test func blockingAfterTheBeginningStopsTheProgram() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await MainActor.run {
        let (graph, firstScreen) = try OperationGraph.build("launch") { graph in
          graph.milestone("first screen", after: graph.add("catalogue") {}, blocksMain: true)
        }
        let launch = AppLaunch(graph, until: firstScreen)
        launch.begin()
        try launch.waitForFirstScreen()
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("The launch “launch” has already begun: await reachFirstScreen()"))
  }
  #endif

  private func withLaunch(
    _ build: (inout OperationGraph.Builder) -> OperationGraph.Milestone,
    body: (AppLaunch) async throws -> Void
  ) async throws {
    let (graph, firstScreen) = try OperationGraph.build("launch", build: build)
    try await body(AppLaunch(graph, until: firstScreen))
  }
}
