import Stagecraft
import Testing

@testable import StagecraftTourScenes

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct TabsSceneTests {
  private let scene: TabsScene = {
    var scene = TabsScene()
    scene.tabs = LibraryTab.four(heaviest: 900_000)
    scene.unvisited = LibraryTab("Exhibitions", bytes: 1_000)
    return scene
  }()

  @Test func theTextbookLosesLabelsAndCreatesAView() async throws {
    #expect(try await complaints { scene.playTextbook($0) } == [])
  }

  @Test(arguments: [10, 200])
  func theTextbooksRecursionHasNoEnd(bound: Int) async throws {
    #expect(try await complaints { scene.playRecursion($0, bound: bound) } == [])
  }

  @Test func ourLabelsAreRestored() async throws {
    #expect(try await complaints { await scene.playOurs($0) } == [])
  }

  @Test func theMostDistantViewIsUnloadedFirst() async throws {
    #expect(try await complaints { scene.playStack($0) } == [])
  }

  @Test func theMapIsDroppedBeforeItsPage() async throws {
    #expect(try await complaints { await scene.playMap($0) } == [])
  }

  @Test func callbacksComeInOrder() async throws {
    #expect(try await complaints { scene.playOrder($0) } == [])
  }

  @Test func theHolderOfAViewIsNamed() async throws {
    #expect(try await complaints { await scene.playLeak($0) } == [])
  }

  @Test func theSceneKeepsItsPromises() async throws {
    var scene = TabsScene()
    scene.program = Guests.program
    #expect(try await complaints { try await scene.play($0) } == [])
  }
}
