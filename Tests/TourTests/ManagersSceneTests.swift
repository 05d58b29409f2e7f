import Testing

@testable import StagecraftTourScenes

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ManagersSceneTests {
  private let scene = ManagersScene()

  @Test func oneQueueForAllMakesOthersWait() async throws {
    #expect(try await complaints { try await scene.playOneForAll($0) } == [])
  }

  @Test func severalTypesShareTheGlobalManager() async throws {
    #expect(try await complaints { try await scene.playShared($0) } == [])
  }

  @Test func aManagerOfItsOwnIsSerial() async throws {
    #expect(try await complaints { try await scene.playOwn($0) } == [])
  }

  @Test func aTypeSchedulesItself() async throws {
    #expect(try await complaints { try await scene.playItself($0) } == [])
  }
}
