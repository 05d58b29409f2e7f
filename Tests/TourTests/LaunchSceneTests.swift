import Testing

@testable import StagecraftTourScenes

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct LaunchSceneTests {
  private let folder: TemporaryFolder
  private let scene: LaunchScene
  private let tasks = LaunchTask.all

  init() throws {
    folder = try TemporaryFolder()
    scene = LaunchScene(traceFile: folder.file("trace.json"))
  }

  @Test func thirtyTasksEachAfterThoseItNeeds() {
    #expect(tasks.count == 30)
    #expect(Set(tasks.map(\.name)).count == 30)
    for (place, task) in tasks.enumerated() {
      #expect(Set(tasks[..<place].map(\.name)).isSuperset(of: task.needs), "\(task.name)")
    }
    #expect(tasks.count { $0.kind == .main } >= 8)
  }

  @Test func thePlanHasTheTextbooksDependencies() {
    for (first, second) in LaunchScene.forgettableDependencies {
      #expect(tasks.needed(for: second).contains(first))
    }
    #expect(tasks.needed(for: "content page").contains("launch page"))
    #expect(tasks.allSatisfy { tasks.needed(for: $0.name).contains(LaunchTask.collector) })
  }

  @Test func theFirstScreenNeedsLittle() {
    #expect(tasks.needed(for: LaunchTask.firstScreen).count == 6)
    #expect(scene.bound().firstScreen < scene.bound().total)
    #expect(scene.bound(cores: 1).total > scene.bound().total)
  }

  @Test func byPriorityDependenciesAreBroken() async throws {
    #expect(try await complaints { try await scene.playByPriority($0) } == [])
  }

  @Test func theGraphKeepsAllDependenciesAndItsTraceIsWritten() async throws {
    let complaints = try await complaints { _ = try await scene.playGraph($0) }
    // The path of the trace may be longer than a line.
    #expect(complaints.filter { !$0.contains("trace.json") } == [])
    #expect(folder.names == ["trace.json"])
  }

  /// The file of another user, in a folder shared by all, stopped the scene.
  @Test func aTraceThatCannotBeWrittenFailsNoClaim() async throws {
    let missing = folder.file("missing/trace.json")
    var lines: [String] = []
    let narrator = Narrator { lines.append($0) }
    _ = try await LaunchScene(traceFile: missing).playGraph(narrator)
    #expect(narrator.failedClaims == [])
    #expect(lines.contains { $0.contains("cannot be written") })
  }

  @Test func aFailureReachesTheCollector() async throws {
    #expect(try await complaints { try await scene.playFailure($0) } == [])
  }
}
