import Stagecraft
import Testing

@testable import StagecraftTourScenes

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct OrdersSceneTests {
  private let scene = OrdersScene(
    orders: 60, pacedEdits: 80, unpacedEdits: 200, contestedCount: 20, rows: 2_000,
    longListEdits: 300)

  @Test func callsOfALockedArrayDisagree() async throws {
    #expect(try await complaints { scene.playSteps($0) } == [])
  }

  @Test func threadsMakeTheTextbooksTableWrong() async throws {
    #expect(
      try await complaints {
        await scene.playThreads($0, orders: 10, threads: 8, edits: 4)
      } == [])
  }

  @Test(arguments: [true, false])
  func theScreenAlwaysShowsOneVersion(isPaced: Bool) async throws {
    #expect(try await complaints { await scene.playDesk($0, edits: 60, isPaced: isPaced) } == [])
  }

  @Test func aHiddenScreenIsNotifiedOnce() async throws {
    #expect(try await complaints { await scene.playHidden($0, threads: 2, edits: 10) } == [])
  }

  @Test func ownEditsAreNotAnimated() async throws {
    #expect(try await complaints { try scene.playOwnEdits($0) } == [])
  }

  @Test func derivedListsFollow() async throws {
    #expect(try await complaints { await scene.playDerived($0, edits: 40) } == [])
  }

  @Test func anOldSnapshotDoesNotChange() async throws {
    #expect(try await complaints { await scene.playOldSnapshot($0, rows: 1_000, edits: 200) } == [])
  }

  @Test func theSceneKeepsItsPromises() async throws {
    var lines: [String] = []
    let narrator = Narrator { lines.append($0) }
    try await scene.play(narrator)
    #expect(narrator.failedClaims == [])
    #expect(lines.filter { $0.count > 100 || $0.hasSuffix(" ") || $0.contains("\u{1B}") } == [])
  }
}
