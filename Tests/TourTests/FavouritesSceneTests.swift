import Testing

@testable import StagecraftTourScenes

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct FavouritesSceneTests {
  private let scene = FavouritesScene()

  @Test func byHandModulesShowTwoLoginsAndKeepWhatTheySaved() async throws {
    #expect(try await complaints { scene.playByHand($0) } == [])
  }

  @Test func theLoginHappensOnceAndItsEndReachesBoth() async throws {
    #expect(try await complaints { try await scene.playOurs($0) } == [])
  }

  @Test func aConditionProducesOneLogin() async throws {
    #expect(try await complaints { try await scene.playCondition($0) } == [])
  }

  @Test func onlyTheModulesByHandBranch() async throws {
    #expect(try await complaints { scene.compare($0) } == [])
  }
}
