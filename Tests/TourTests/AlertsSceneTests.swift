import Testing

@testable import StagecraftTourScenes

/// Alerts are shown one at a time in the whole process, so these tests are serialized.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(3)))
struct AlertsSceneTests {
  private let scene = AlertsScene()

  @Test func directlyTheyCoverEachOther() async throws {
    #expect(try await complaints { scene.playDirectly($0) } == [])
  }

  @Test(arguments: [1, 2])
  func aSerialManagerShowsOneAlert(managers: Int) async throws {
    #expect(try await complaints { try await scene.playSerially($0, managers: managers) } == [])
  }

  @Test func aCategoryHoldsForAllManagers() async throws {
    #expect(try await complaints { try await scene.playOurs($0) } == [])
  }

  @Test func incidentsLeaveNothingBehind() async throws {
    #expect(try await complaints { try await scene.playIncidents($0) } == [])
  }

  @Test func theSceneKeepsItsPromises() async throws {
    #expect(try await complaints { try await scene.play($0) } == [])
  }
}
