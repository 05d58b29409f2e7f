import Testing

@testable import StagecraftTourScenes

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct LendingSceneTests {
  private let scene = LendingScene()

  @Test(arguments: [(1, 2), (2, 6)])
  func readersSeeCopiesThatOthersTake(copies: Int, readers: Int) async throws {
    #expect(
      try await complaints {
        await scene.playRace($0, copies: copies, readers: readers)
      } == [])
  }

  @Test func theTextbooksRepairBlocksThreads() async throws {
    #expect(try await complaints { await scene.playRepair($0, readers: 6) } == [])
  }

  @Test func checkOutsAddUp() async throws {
    #expect(try await complaints { await scene.playDay($0, readers: 8) } == [])
  }

  @Test func impatientReadersTimeOutAndOthersAreServed() async throws {
    #expect(
      try await complaints {
        try await scene.playTimeouts($0, patiences: [1, 2], patient: 2)
      } == [])
  }

  @Test func cancelledReadersLeaveTheLine() async throws {
    #expect(try await complaints { try await scene.playCancellation($0, readers: 4) } == [])
  }

  @Test func theThirdCopyServesTheLineInOrder() async throws {
    #expect(try await complaints { try await scene.playThirdCopy($0, readers: 3) } == [])
  }

  @Test func threadsAndTasksAreServedInTheirOrder() async throws {
    #expect(try await complaints { try await scene.playMixedLine($0, readers: 4) } == [])
  }
}
